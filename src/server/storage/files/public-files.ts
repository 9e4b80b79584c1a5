import { posix } from 'node:path';
import type { Scheduled } from '#shared/contracts/visibility.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { stemOf } from './images/variants.ts';
import {
  uploadsOfArticle,
  uploadsOfImage,
  uploadsOfRecording,
  uploadsOfSection,
  uploadsOfText,
  type Speaking,
} from './uses.ts';

/** The names the panel gives: the hash of the content in a folder of its kind. */
export const ownName = /^(?:images|audio|video)\/[0-9a-f]{32}(?:-\d+)?\.[a-z0-9]+$/;

interface PublicFilesOptions {
  /** The database; `position` is another after every change. */
  store: Speaking & { readonly position: { generation: string; sequence: number } };
  /** The book that readers see. */
  published: () => object;
}

/** A picture and its smaller files have one key. */
const keyOf = (name: string) => stemOf(name) ?? name;
const momentOf = ({ visibleFrom }: Scheduled) => {
  if (visibleFrom === undefined) return -Infinity;
  const moment = Date.parse(visibleFrom);
  return Number.isNaN(moment) ? Infinity : moment;
};
const uploadsOfBook = memoizeByObject((book: object) => uploadsOfText(JSON.stringify(book)));
const imageUploads = memoizeByObject(uploadsOfImage);
const sectionUploads = memoizeByObject(uploadsOfSection);
const articleUploads = memoizeByObject(uploadsOfArticle);

/**
 * Which uploads strangers may have: those that something they can see speaks of, now. A file that no saved entity has yet, that
 * of a draft and that of what was deleted are the author's alone. Files that were put there by hand are everybody's, as ever.
 */
export function createPublicFiles({ store, published }: PublicFilesOptions) {
  let cached: { key: string; book: object; from: Map<string, number> } | undefined;

  /** From when each upload may be had: nothing changes in here when an hour comes, nor when the clock jumps. */
  function exposedFrom(): Map<string, number> {
    const { generation, sequence } = store.position;
    const key = `${generation}:${sequence}`;
    const book = published();
    if (cached?.key === key && cached.book === book) return cached.from;
    const from = new Map<string, number>();
    const expose = (names: readonly string[], moment: number) => {
      for (const name of names) from.set(keyOf(name), Math.min(moment, from.get(keyOf(name)) ?? Infinity));
    };
    for (const image of store.galleryImages.values()) expose(imageUploads(image), momentOf(image));
    for (const section of store.sections.values()) expose(sectionUploads(section), momentOf(section));
    for (const article of store.articles.values()) expose(articleUploads(article), momentOf(article));
    for (const setting of store.settings.values()) expose(uploadsOfRecording(setting), -Infinity);
    expose(uploadsOfBook(book), -Infinity);
    cached = { key, book, from };
    return from;
  }

  return {
    isPublic(pathname: string): boolean {
      return namesIn(pathname).every(
        (name) => !ownName.test(name) || (exposedFrom().get(keyOf(name)) ?? Infinity) <= Date.now(),
      );
    },
  };
}

/** What an address may name: the disk and the bucket do not decode it alike. */
function namesIn(pathname: string): string[] {
  const [, path] = /^\/(?:uploads|public-objects)\/+(.*)$/s.exec(pathname) ?? [];
  if (path === undefined) return [];
  return [decodeURI, decodeURIComponent].flatMap((decode) => {
    try {
      return [posix.normalize(decode(path)).replace(/^\/+/, '')];
    } catch {
      // Nobody finds a file by it either.
      return [];
    }
  });
}
