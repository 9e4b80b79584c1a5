/** A part of the application that could not be fetched: no network, or a file that an update has taken away. */
export class MissingPart extends Error {}

let missingParts = 0;

/** Whether any part could not be fetched since the page was loaded. */
export const lacksParts = () => missingParts > 0;

/**
 * Fetches a part of the application.
 *
 * @throws MissingPart when it does not come
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    missingParts += 1;
    throw new MissingPart('A part of the page could not be fetched', { cause });
  }
}

/** Whether the server has an answer for the page that is open; false without a network. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).status < 500;
  } catch {
    return false;
  }
}

const reloadedKey = 'ricaricata';

/**
 * Loads the page anew, once for each build of the site: what is missing after an update is there then. Not where the
 * server does not answer, nor over a form that a dialog holds: what is typed there is kept nowhere else.
 *
 * @returns whether the page is on its way out
 */
export async function reloadOnce(): Promise<boolean> {
  // This very file's name: another build has another.
  const build = import.meta.url;
  if (document.querySelector('[role=dialog] :is(input, textarea)') || !(await isServerThere())) return false;
  try {
    if (sessionStorage.getItem(reloadedKey) === build) return false;
    sessionStorage.setItem(reloadedKey, build);
  } catch {
    // Where nothing can be noted it might reload for ever.
    return false;
  }
  location.reload();
  return true;
}
