import type { SiteText } from '#content/site-texts.ts';
import type { GalleryImage } from '#shared/contracts/gallery.ts';
import type { MusicCode } from '#shared/contracts/music-codes.ts';
import type { Finding } from '#shared/contracts/spoiler-check.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { codeKey } from '#shared/contracts/codes.ts';
import type { Task } from '#shared/tasks.ts';
import { textOfCard } from '#server/spoilers/card-texts.ts';
import { withoutForms, type CardFlags } from '#server/spoilers/hindsight.ts';
import { laterMentions, vocabulary } from '#server/spoilers/mentions.ts';
import { squashed, plainTokens } from '#server/text/plain-tokens.ts';
import { buildIndexInSteps } from '#server/spoilers/spoiler-index.ts';
import type { Store } from '#server/storage/store/types.ts';

export interface SiteWords {
  /** The section up to which the book can be read or heard on the site itself. */
  publicLevel: number;
  published: readonly SiteText[];
  others: readonly SiteText[];
}

const longestExcerpt = 140;

/** The fields of a record that hold words readers see. Every field says whether it does: one that is forgotten is not checked. */
type ReadFields<Record> = { [Field in keyof Required<Record>]: boolean };

const readOfImage: ReadFields<GalleryImage> = {
  title: true,
  description: true,
  id: false,
  imageUrl: false,
  displayOrder: false,
  visibleFrom: false,
  width: false,
  height: false,
  createdAt: false,
  updatedAt: false,
};

const readOfTrack: ReadFields<MusicCode> = {
  trackTitle: true,
  artist: true,
  description: true,
  id: false,
  code: false,
  spotifyUrl: false,
  expiresAt: false,
  visibleFrom: false,
  createdAt: false,
  updatedAt: false,
};

/** What readers see of a record, a line for each field. */
function readWords<Record extends object>(record: Record, fields: ReadFields<Record>): string {
  return (Object.keys(fields) as (keyof Record)[])
    .filter((field) => fields[field])
    .map((field) => record[field] ?? '')
    .join('\n');
}

export function excerpt(text: string): string {
  const flat = text
    .trim()
    .replace(/\s*\n\s*/g, ' · ')
    .replace(/\s+/g, ' ');
  return flat.length > longestExcerpt ? `${flat.slice(0, longestExcerpt).replace(/\s+\S*$/, '')}…` : flat;
}

/**
 * Every text a person may read beside the chat, held against what they have read for certain:
 * - the gallery and the site's own words: whoever opens the site, that is what is published on it;
 * - a track: whoever found its word in the book, else whoever opens the site;
 * - a code's label, if it is printed where the code is: the section the code opens;
 * - a section's title, which the character says to whoever opened it: that section.
 *
 * What the author publishes of the book (title, synopsis, excerpts) may be said anywhere; what it names of later sections is
 * told once, as a choice to look at.
 */
export function* readTexts(
  store: Pick<Store, 'sections' | 'galleryImages' | 'musicCodes' | 'unlockCodes'>,
  { publicLevel, published, others }: SiteWords,
): Task<{ findings: Finding[]; texts: number }> {
  const book = [...store.sections.values()];
  const index = yield* buildIndexInSteps(book.map(withoutForms), []);
  const untitled = yield* buildIndexInSteps(
    book.map((section) => ({ ...withoutForms(section), title: '' })),
    [],
  );
  const findings: Finding[] = [];
  let texts = 0;
  const publishedWords = vocabulary(published.map(({ text }) => text).join('\n'));
  const checkText = (
    text: string,
    level: number,
    about: Pick<Finding, 'kind' | 'where' | 'place' | 'file'>,
    using: Parameters<typeof laterMentions>[3] = { own: publishedWords, namesOnly: true },
    held = index,
  ) => {
    texts += 1;
    const words = laterMentions(text, level, held, using);
    if (words.length > 0) findings.push({ ...about, text: excerpt(text), words, level });
  };

  for (const { id, title, sectionNumber, content } of book) {
    // Only names: a title's ordinary words are its own.
    checkText(
      title,
      sectionNumber,
      { kind: 'title', where: `Sezione ${sectionNumber}, titolo`, place: { entity: 'sections', id } },
      { own: vocabulary(content), namesOnly: true },
      untitled,
    );
    yield;
  }
  for (const { id, label, code, maxSection } of store.unlockCodes.values()) {
    const place = { entity: 'unlockCodes', id } as const;
    if (label)
      checkText(label, Math.max(maxSection, publicLevel), {
        kind: 'label',
        where: `Codice ${code}, etichetta`,
        place,
      });
    yield;
  }
  for (const image of store.galleryImages.values()) {
    const place = { entity: 'gallery', id: image.id } as const;
    checkText(readWords(image, readOfImage), publicLevel, {
      kind: 'gallery',
      where: `Galleria, «${image.title}»`,
      place,
    });
    yield;
  }
  for (const track of store.musicCodes.values()) {
    const { id, code } = track;
    const place = { entity: 'musicCodes', id } as const;
    const firstSection = sectionWithWord(book, code) ?? 0;
    checkText(readWords(track, readOfTrack), Math.max(firstSection, publicLevel), {
      kind: 'track',
      where: `Codice musicale ${code}`,
      place,
    });
    yield;
  }
  for (const { where, text, file } of others) {
    checkText(text, publicLevel, { kind: 'site', where, file });
    yield;
  }
  for (const { where, text, file } of published) {
    checkText(text, publicLevel, { kind: 'published', where, file }, { namesOnly: true });
    yield;
  }
  return { findings, texts };
}

/** What the hindsight check found in memory cards; the place is the section whose dialog has them. */
export function cardFindings(flags: CardFlags, book: readonly Section[]): Finding[] {
  return [...flags].map(([card, words]) => {
    const section = book.find(({ id }) => id === card.sectionId) ?? book[0];
    const level = card.sectionId === null ? 0 : (section?.sectionNumber ?? 0);
    const where = level === 0 ? 'Prima della prima sezione' : `Sezione ${level}`;
    return {
      kind: 'card',
      where: `${where}, ricordo «${excerpt(card.asks[0] ?? card.says)}»`,
      text: excerpt(textOfCard(card)),
      words,
      level,
      ...(section && { place: { entity: 'sections', id: section.id } }),
    };
  });
}

/** The first section in which a reader can find the word of a music code. */
function sectionWithWord(book: readonly Section[], code: string): number | undefined {
  const key = squashed(codeKey(code).toLowerCase());
  return book
    .filter(({ content }) => plainTokens(content).some(({ form }) => form === key))
    .map(({ sectionNumber }) => sectionNumber)
    .sort((a, b) => a - b)[0];
}
