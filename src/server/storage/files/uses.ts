import type { GalleryImage } from '#shared/contracts/gallery.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { uploadAt } from './images/library.ts';

/** The records that can speak of an upload, open or read from a file. */
interface Speaking {
  galleryImages: { values(): Iterable<Readonly<GalleryImage>> };
  sections: { values(): Iterable<Readonly<Section>> };
  settings: { values(): Iterable<{ readonly id: string; readonly value: unknown }> };
}

const uploadAddresses = /\/(?:uploads|public-objects)\/[^\s"'()<>\\?#]+/g;

/** The names of the uploads whose addresses stand in a text. */
export function namesOfUploads(text: string): string[] {
  return [...text.matchAll(uploadAddresses)].flatMap(([address]) => {
    const name = uploadAt(address);
    return name === undefined ? [] : [decodeName(name)];
  });
}

/** The uploads that something speaks of, each with what does: the title of an image, the name of a recording. */
export function usedUploads({ galleryImages, sections, settings }: Speaking): Map<string, string> {
  const uses = new Map<string, string>();
  const note = (name: string | undefined, by: string) => {
    if (name !== undefined) uses.set(decodeName(name), by);
  };
  for (const { imageUrl, title, description = '' } of galleryImages.values()) {
    note(uploadAt(imageUrl), title);
    for (const [address] of description.matchAll(uploadAddresses)) note(uploadAt(address), title);
  }
  for (const { content, title } of sections.values()) {
    for (const [address] of content.matchAll(uploadAddresses)) note(uploadAt(address), title);
  }
  for (const { id, value } of settings.values()) {
    if (id.startsWith('media:') && typeof value === 'object' && value !== null && 'name' in value)
      note(String(value.name), `registrazione ${id.slice('media:'.length)}`);
    if (
      /^(?:bin|version|package):/.test(id) &&
      typeof value === 'object' &&
      value !== null &&
      'addresses' in value
    ) {
      for (const address of [value.addresses].flat()) note(uploadAt(String(address)), usedByPast(id));
    }
    if (id.startsWith('book:')) {
      for (const [address] of JSON.stringify(value).matchAll(uploadAddresses))
        note(uploadAt(address), 'Il libro');
    }
  }
  return uses;
}

/** Last of all uses: what lies in the bin, or was a section's text once, may come back. */
function usedByPast(id: string): string {
  if (id.startsWith('package:')) return 'Il libro prima dell’ultima importazione';
  return id.startsWith('bin:') ? 'Il cestino' : 'Una versione di prima';
}

/** The uploads that the state before the last restore speaks of: as long as it can be put back they are needed. */
export function uploadsToPutBack({ settings }: Pick<Speaking, 'settings'>): string[] {
  const values = [...settings.values()].filter(({ id }) => id === 'restore').map(({ value }) => value);
  return values.flatMap((value) =>
    typeof value === 'object' && value !== null && 'uses' in value && Array.isArray(value.uses)
      ? value.uses.map(String)
      : [],
  );
}

/** An address may be written with escapes; a file's name never is. */
function decodeName(name: string): string {
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
}
