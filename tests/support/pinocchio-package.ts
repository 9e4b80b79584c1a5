import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { parse } from 'yaml';
import { parseCardsFile } from '#content/cards-file.ts';
import { neutralBook } from '#content/neutral-book.ts';
import { bookContent, type BookContent } from '#shared/contracts/book.ts';
import { packBook } from '#server/features/book-package/pack-book.ts';
import type { BookState } from '#server/features/book-package/book-state.ts';
import { pinocchioCards, pinocchioSections, storedCards } from './pinocchio.ts';

const folder = 'tests/fixtures/pinocchio';
const at = '2004-01-01T12:00:00.000Z';

/** What opens the second book in tests; up to chapter 12 the codes of the demonstration, so that tests of either are the same. */
const unlocking = {
  'qr4n-7mdx': 1,
  'hb6t-2wvk': 3,
  'k9sp-e3zy': 6,
  'x5ag-8ncu': 9,
  'm3jv-6fqd': 12,
  'mare-2345': 36,
} as const;
export const pinocchioCodes = {
  first: 'qr4n-7mdx',
  third: 'm3jv-6fqd',
  all: 'mare-2345',
  music: 'LUNANUOVA',
} as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a file says in the place of what nobody's book says; lists whole. */
function merged(base: unknown, own: unknown): unknown {
  if (!isObject(base) || !isObject(own)) return own;
  const parts = Object.entries(own).map(([key, value]) => [key, merged(base[key], value)]);
  return { ...base, ...(Object.fromEntries(parts) as object) };
}

const cover = async () => {
  const bytes = await sharp(readFileSync(`${folder}/copertina.svg`))
    .png()
    .toBuffer();
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { name: `images/${hash.slice(0, 32)}.png`, bytes, width: 600, height: 900 };
};

/** The author's record of the second book, with the address of its cover. */
export function pinocchioBook(src: string): BookContent {
  const written = merged(neutralBook, parse(readFileSync(`${folder}/libro.yaml`, 'utf8'))) as BookContent;
  const alt = 'Un burattino dal naso lungo e dal berretto rosso.';
  return bookContent.parse({
    ...written,
    book: { ...written.book, cover: { src, width: 600, height: 900, alt } },
  });
}

const stamped = <Fields extends object>(id: string, fields: Fields) => ({
  id,
  ...fields,
  createdAt: at,
  updatedAt: at,
});

/** The second book as a site has it. */
export function pinocchioState(src: string): BookState {
  const code = (value: string, maxSection: number) =>
    stamped(`code-${maxSection}`, { code: value, maxSection });
  const endings = parseCardsFile('fine.yaml', readFileSync(`${folder}/fine.yaml`, 'utf8'));
  return {
    book: { published: pinocchioBook(src), draft: null },
    sections: pinocchioSections(),
    memoryCards: [...pinocchioCards(), ...storedCards(endings, 10_000)],
    unlockCodes: Object.entries(unlocking).map(([value, maxSection]) => code(value, maxSection)),
    musicCodes: [
      stamped('music-1', {
        code: pinocchioCodes.music,
        spotifyUrl: '3nQx7LmT0aVb9cRk2WsYdZ',
        trackTitle: 'Il canto della bottega',
      }),
    ],
    galleryImages: [
      stamped('image-1', { title: 'Il burattino', imageUrl: src, displayOrder: 0, width: 600, height: 900 }),
    ],
    recordings: [],
    articles: [],
  };
}

/** The second book as its author would export it. */
export async function pinocchioPackage(codes: 'none' | 'values' = 'values'): Promise<Buffer> {
  const { name, bytes } = await cover();
  const files = {
    stat: (asked: string) =>
      Promise.resolve(asked === name ? { name, bytes: bytes.length, modifiedAt: new Date(0) } : undefined),
    read: () => Readable.from([bytes]),
  };
  const packed = packBook(pinocchioState(`/uploads/${name}`), codes, { files, mediaDir: undefined });
  const { stream } = await packed.open();
  return buffer(stream);
}
