import type { OwnArticle } from '#shared/contracts/articles.ts';
import type { GalleryImage } from '#shared/contracts/gallery.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { uploadAt } from './images/variants.ts';

/** The records that can speak of an upload, open or read from a file. */
export interface Speaking {
  galleryImages: { values(): Iterable<Readonly<GalleryImage>> };
  sections: { values(): Iterable<Readonly<Section>> };
  articles: { values(): Iterable<Readonly<OwnArticle>> };
  settings: { values(): Iterable<{ readonly id: string; readonly value: unknown }> };
  binEntries: { values(): Iterable<{ readonly addresses: readonly string[] }> };
  sectionVersions: { values(): Iterable<{ readonly addresses: readonly string[] }> };
}

const uploadAddresses = /\/(?:uploads|public-objects)\/[^\s"'()<>\\?#]+/g;

/** The uploads that something speaks of, each with what does: the title of an image, the name of a recording. */
export function usedUploads(records: Speaking): Map<string, string> {
  const { galleryImages, sections, articles, settings, binEntries, sectionVersions } = records;
  const uses = new Map<string, string>();
  const note = (names: readonly string[], by: string) => {
    for (const name of names) uses.set(name, by);
  };
  for (const image of galleryImages.values()) note(uploadsOfImage(image), image.title);
  for (const section of sections.values()) note(uploadsOfSection(section), section.title);
  for (const article of articles.values()) note(uploadsOfArticle(article), article.title);
  for (const setting of settings.values()) {
    const { id, value } = setting;
    note(uploadsOfRecording(setting), `registrazione ${id.slice('media:'.length)}`);
    if (id.startsWith('book:')) note(uploadsOfText(JSON.stringify(value)), 'Il libro');
  }
  // What lies in the bin, or was a section's text once, may come back.
  for (const { addresses } of binEntries.values()) note(namesAt(addresses), 'Il cestino');
  for (const { addresses } of sectionVersions.values()) note(namesAt(addresses), 'Una versione di prima');
  return uses;
}

/** The uploads that a text speaks of, by name. */
export const uploadsOfText = (text: string): string[] =>
  namesAt([...text.matchAll(uploadAddresses)].map(([address]) => address));

export const uploadsOfImage = ({ imageUrl, description = '' }: Readonly<GalleryImage>): string[] => [
  ...namesAt([imageUrl]),
  ...uploadsOfText(description),
];

export const uploadsOfSection = ({ content }: Readonly<Section>): string[] => uploadsOfText(content);

export const uploadsOfArticle = ({ figures }: Readonly<OwnArticle>): string[] =>
  uploadsOfText(JSON.stringify(figures));

/** The file that stands in for a recording of the book, when that is what a setting says. */
export function uploadsOfRecording({
  id,
  value,
}: {
  readonly id: string;
  readonly value: unknown;
}): string[] {
  const isRecording =
    id.startsWith('media:') && typeof value === 'object' && value !== null && 'name' in value;
  return isRecording ? [decodeName(String(value.name))] : [];
}

const namesAt = (addresses: readonly string[]): string[] =>
  addresses.flatMap((address) => {
    const name = uploadAt(address);
    return name === undefined ? [] : [decodeName(name)];
  });

/** An address may be written with escapes; a file's name never is. */
function decodeName(name: string): string {
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
}
