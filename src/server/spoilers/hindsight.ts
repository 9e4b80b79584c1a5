import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import {
  summaryFields,
  summaryForms,
  type StrayWord,
  type SummariesProgress,
} from '#shared/contracts/summaries.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { runInSlices } from '#shared/tasks.ts';
import { textOfCard } from './card-texts.ts';
import { laterMentions, strangers, vocabularyOf } from './mentions.ts';
import { buildIndexInSteps, type SpoilerIndex } from './spoiler-index.ts';

type Flags = SummariesProgress['flags'];

/** The section without its shorter forms: what they are held against must not be made of them. */
export function withoutForms(section: Section): Section {
  return {
    ...section,
    contentReduced70: undefined,
    contentReduced30: undefined,
    contentLine: undefined,
  };
}

/** What was found, for as long as the index it was held against is the book's. */
const flagsBySection = memoizeByObject<SpoilerIndex, WeakMap<Section, Flags>>(() => new WeakMap());
const wordsByCard = memoizeByObject<SpoilerIndex, WeakMap<MemoryCard, { level: number; words: StrayWord[] }>>(
  () => new WeakMap(),
);

/**
 * The hindsight check: forms that use a name or term first met in a later section, or a name that their own section does
 * not have. For the author alone: it is made of the whole book.
 */
export async function checkForms(sections: readonly Section[], spoken: readonly string[]): Promise<Flags> {
  const index = await indexKeeperOf(spoken)(sections);
  const cachedFlags = flagsBySection(index);
  const flags: Flags = [];
  for (const section of sections) {
    let flagsHere = cachedFlags.get(section);
    if (!flagsHere) {
      flagsHere = flagsOf(section, index);
      cachedFlags.set(section, flagsHere);
      await new Promise((resolve) => setImmediate(resolve));
    }
    flags.push(...flagsHere);
  }
  return flags;
}

/** The names of a card that its reader meets in a later section; no entry for a card without any. */
export type CardFlags = ReadonlyMap<MemoryCard, StrayWord[]>;

/**
 * The same check for memory cards, which may say more than their own section does: of sections before it, of the persona, of
 * the author's own. Names alone are told: in words of one's own a common noun of a later section gives nothing away.
 */
export async function checkCards(
  cards: readonly MemoryCard[],
  sections: readonly Section[],
  spoken: readonly string[],
): Promise<CardFlags> {
  const index = await indexKeeperOf(spoken)(sections.toSorted((a, b) => a.sectionNumber - b.sectionNumber));
  const cachedWords = wordsByCard(index);
  const levels = new Map(sections.map(({ id, sectionNumber }) => [id, sectionNumber]));
  const flags = new Map<MemoryCard, StrayWord[]>();
  for (const card of cards) {
    const level = card.sectionId === null ? 0 : levels.get(card.sectionId);
    if (level === undefined) continue;
    let checked = cachedWords.get(card);
    if (checked?.level !== level) {
      checked = { level, words: laterNames(card, level, index) };
      cachedWords.set(card, checked);
    }
    if (checked.words.length > 0) flags.set(card, checked.words);
  }
  return flags;
}

/** Written as names are: a number or a word of every day may be a name in a later title. */
function laterNames(card: MemoryCard, level: number, index: SpoilerIndex): StrayWord[] {
  const words = laterMentions(textOfCard(card), level, index, { namesOnly: true });
  return words.filter(({ word }) => /[\p{Lu}\d]/u.test(word));
}

/** The index of the book as it is, kept for whoever checks against the same `spoken`. */
const indexKeeperOf = memoizeByObject((spoken: readonly string[]) => {
  let index: { of: readonly Section[]; made: Promise<SpoilerIndex> } | undefined;
  return (sections: readonly Section[]): Promise<SpoilerIndex> => {
    if (!index || !sameTexts(index.of, sections))
      index = { of: [...sections], made: runInSlices(buildIndexInSteps(sections.map(withoutForms), spoken)) };
    return index.made;
  };
});

function flagsOf(section: Section, index: SpoilerIndex): Flags {
  const own = vocabularyOf(section);
  return summaryForms.flatMap((form) => {
    const text = section[summaryFields[form]];
    if (!text) return [];
    const later = laterMentions(text, section.sectionNumber, index, { own });
    const laterWords = new Set(later.flatMap(({ word }) => word.match(/[\p{L}\p{N}]+/gu) ?? []));
    // What the character says at any level is nobody's discovery.
    const absent: StrayWord[] = strangers(text, own)
      .filter((word) => !laterWords.has(word) && index.names.get(word.toLowerCase())?.first !== 0)
      .map((word) => ({ word }));
    const words = [...later, ...absent];
    return words.length > 0 ? [{ sectionId: section.id, form, words }] : [];
  });
}

/** Whether nothing changed that the index is made of; equal records are found so at once. */
function sameTexts(before: readonly Section[], now: readonly Section[]): boolean {
  return (
    before.length === now.length &&
    before.every((section, at) => {
      const other = now[at];
      return (
        section === other ||
        (section.sectionNumber === other?.sectionNumber &&
          section.title === other.title &&
          section.content === other.content)
      );
    })
  );
}
