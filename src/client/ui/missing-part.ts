/** A chunk could not be loaded: offline, or removed by an update. */
export class MissingPart extends Error {}

let missingParts = 0;

export const lacksParts = () => missingParts > 0;

/** @throws MissingPart when the chunk does not load */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    missingParts += 1;
    throw new MissingPart('A part of the page could not be fetched', { cause });
  }
}

/** Whether the server responds for the open page; false offline. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).status < 500;
  } catch {
    return false;
  }
}

const reloadedKey = 'ricaricata';

/**
 * Reloads the page once per build, to get the chunks of an update. Not without a server, nor while a dialog holds
 * unsaved input.
 *
 * @returns whether the page is reloading
 */
export async function reloadOnce(): Promise<boolean> {
  // The content-hashed name of this file identifies the build.
  const build = import.meta.url;
  if (document.querySelector('[role=dialog] :is(input, textarea)') || !(await isServerThere())) return false;
  try {
    if (sessionStorage.getItem(reloadedKey) === build) return false;
    sessionStorage.setItem(reloadedKey, build);
  } catch {
    // Without storage it could reload for ever.
    return false;
  }
  location.reload();
  return true;
}
