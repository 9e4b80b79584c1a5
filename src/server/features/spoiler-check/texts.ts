import type { SiteText } from '#content/site-texts.ts';
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

/** What no reader reads of a record. A field that is not here is checked. */
const unread = new Set([
  ...['id', 'code', 'imageUrl', 'spotifyUrl', 'displayOrder', 'width', 'height'],
  ...['visibleFrom', 'expiresAt', 'createdAt', 'updatedAt', 'look'],
]);

/** What readers see of a record, a line for each field. */
const readWords = (record: object): string =>
  Object.entries(record)
    .flatMap(([field, value]) => (unread.has(field) ? [] : [String(value ?? '')]))
    .join('\n');

export function excerpt(text: string): string {
  const flat = text
    .trim()
    .replace(/\s*\n\s*/g, ' · ')
    .replace(/\s+/g, ' ');
  return flat.length > longestExcerpt ? `${flat.slice(0, longestExcerpt).replace(/\s+\S*$/, '')}…` : flat;
}

/** A text with its place, and the level that its readers have certainly reached. */
type Line = Omit<Finding, 'words'>;

type AuthoredRecords = Pick<Store, 'sections' | 'galleryImages' | 'musicCodes' | 'unlockCodes' | 'articles'>;

/**
 * Every text a person may read beside the chat, held against what they have read for certain:
 * - the gallery, the author's articles and the site's own words: whoever opens the site, that is what is published on it;
 * - a track: whoever found its word in the book, else whoever opens the site;
 * - a code's label, if it is printed where the code is: the section the code opens;
 * - a section's title, which the character says to whoever opened it: that section.
 */
function* linesOf(store: AuthoredRecords, { publicLevel, published, others }: SiteWords): Generator<Line> {
  const book = [...store.sections.values()];
  for (const { id, title: text, sectionNumber: level } of book) {
    const where = `Sezione ${level}, titolo`;
    yield { kind: 'title', text, level, where, place: { entity: 'sections', id } };
  }
  for (const { id, label, code, maxSection } of store.unlockCodes.values()) {
    const level = Math.max(maxSection, publicLevel);
    const where = `Codice ${code}, etichetta`;
    if (label) yield { kind: 'label', text: label, level, where, place: { entity: 'unlockCodes', id } };
  }
  for (const image of store.galleryImages.values()) {
    const place = { entity: 'gallery', id: image.id } as const;
    const where = `Galleria, «${image.title}»`;
    yield { kind: 'gallery', text: readWords(image), level: publicLevel, where, place };
  }
  for (const track of store.musicCodes.values()) {
    const place = { entity: 'musicCodes', id: track.id } as const;
    const level = Math.max(sectionWithWord(book, track.code) ?? 0, publicLevel);
    yield { kind: 'track', text: readWords(track), level, where: `Codice musicale ${track.code}`, place };
  }
  for (const { figures, ...article } of store.articles.values()) {
    const place = { entity: 'articles', id: article.id } as const;
    const text = readWords({ ...article, alts: figures.map(({ picture }) => picture?.alt).join('\n') });
    yield { kind: 'site', text, level: publicLevel, where: `Articolo «${article.title}»`, place };
  }
  for (const text of others) yield { kind: 'site', level: publicLevel, ...text };
  for (const text of published) yield { kind: 'published', level: publicLevel, ...text };
}

/**
 * The {@link linesOf} a site that name something of later sections. What the author publishes of the book (title, synopsis,
 * excerpts) may be said anywhere; what it names of later sections is told once, as a choice to look at.
 */
export function* readTexts(
  store: AuthoredRecords,
  site: SiteWords,
): Task<{ findings: Finding[]; texts: number }> {
  const book = [...store.sections.values()].map(withoutForms);
  const index = yield* buildIndexInSteps(book, []);
  const untitled = yield* buildIndexInSteps(
    book.map((section) => ({ ...section, title: '' })),
    [],
  );
  const publishedWords = vocabulary(site.published.map(({ text }) => text).join('\n'));
  // Only names: a title's ordinary words are its own.
  const mentionsIn = ({ kind, text, level, place }: Line) => {
    if (kind === 'published') return laterMentions(text, level, index, { namesOnly: true });
    const section = kind === 'title' ? store.sections.get(place?.id ?? '') : undefined;
    const own = section ? vocabulary(section.content) : publishedWords;
    return laterMentions(text, level, section ? untitled : index, { own, namesOnly: true });
  };
  const findings: Finding[] = [];
  let texts = 0;
  for (const line of linesOf(store, site)) {
    texts += 1;
    const words = mentionsIn(line);
    if (words.length > 0) findings.push({ ...line, text: excerpt(line.text), words });
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
