import { sectionLimits } from '#shared/contracts/sections.ts';
import { withoutMarks } from '#shared/witnessed.ts';

interface ComparedText {
  title: string;
  content: string;
  number: number | undefined;
}

/** How many words come and go; `isOnlySigns`: quotes, dashes and dots alone are written in another way. */
export interface Changes {
  added: number;
  removed: number;
  isOnlySigns: boolean;
}

/** Stored section that a piece updates. */
export interface Comparison extends Changes {
  index: number;
  sectionId: string;
}

export interface ToCompare {
  pieces: (ComparedText & { index: number })[];
  sections: (ComparedText & { id: string })[];
  forced: Record<number, string>;
}

/** Minimum shared fraction of the smaller text's word n-grams. */
const minSimilarity = 0.3;
const runLength = 4;

/**
 * Matches pieces with stored sections: same text, else same number and title, else most similar. One piece per section.
 */
export function compareTexts({ pieces, sections, forced }: ToCompare): Comparison[] {
  const pairs = new Map<number, string>();
  const free = new Map(sections.map((section) => [section.id, section]));
  const pair = (index: number, id: string) => {
    if (pairs.has(index) || !free.delete(id)) return;
    pairs.set(index, id);
  };
  for (const [index, id] of Object.entries(forced)) pair(Number(index), id);
  for (const { index, content } of pieces) {
    const sameText = [...free.values()].find((section) => section.content === content);
    if (sameText) pair(index, sameText.id);
  }
  // A text that is too long to be a section has others in it.
  const possible = pieces.filter(({ content }) => content.length <= sectionLimits.content);
  for (const { index, id } of closestPairs(possible, [...free.values()])) pair(index, id);
  for (const { index, number, title } of pieces) {
    const isNamed = (section: ComparedText) => fold(section.title) === fold(title);
    const namesake =
      [...free.values()].filter(isNamed).find((section) => section.number === number) ??
      [...free.values()].find((section) => number === undefined && isNamed(section));
    if (namesake) pair(index, namesake.id);
  }
  const contents = new Map(sections.map(({ id, content }) => [id, content]));
  return pieces.flatMap(({ index, content }) => {
    const sectionId = pairs.get(index);
    if (sectionId === undefined) return [];
    const before = contents.get(sectionId) ?? '';
    return [{ index, sectionId, ...countChanges(withoutMarks(before), withoutMarks(content)) }];
  });
}

/** Words with adjacent punctuation, so that a comma counts as a change. */
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** One spelling for each quote, dash and row of dots. */
const foldSigns = (text: string) =>
  text
    .replace(/[«»“”„‟]|<<|>>/g, '"')
    .replace(/[’‘‚‛`´]/g, "'")
    .replace(/[–—‑]/g, '-')
    .replace(/…/g, '...')
    .replace(/\s+/g, ' ')
    .trim();

const fold = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function closestPairs(
  pieces: ToCompare['pieces'],
  sections: ToCompare['sections'],
): { index: number; id: string }[] {
  const holders = new Map<string, string[]>();
  const sizes = new Map<string, number>();
  for (const { id, content } of sections) {
    const runs = runsOf(content);
    sizes.set(id, runs.size);
    for (const run of runs) holders.set(run, [...(holders.get(run) ?? []), id]);
  }
  const pairs = pieces.flatMap(({ index, content }) => {
    const runs = runsOf(content);
    const shared = new Map<string, number>();
    for (const run of runs)
      for (const id of holders.get(run) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1);
    return [...shared].map(([id, count]) => ({
      index,
      id,
      part: count / Math.max(1, Math.min(runs.size, sizes.get(id) ?? 0)),
      count,
    }));
  });
  return pairs
    .filter(({ part }) => part >= minSimilarity)
    .toSorted((a, b) => b.part - a.part || b.count - a.count);
}

function runsOf(content: string): Set<string> {
  const list = words(foldSigns(content.toLowerCase()));
  const length = Math.min(runLength, Math.max(1, list.length));
  return new Set(list.slice(length - 1).map((_, i) => list.slice(i, i + length).join(' ')));
}

export function countChanges(before: string, after: string): Changes {
  const [oldWords, newWords] = [words(before), words(after)];
  if (foldSigns(before) === foldSigns(after))
    return { added: 0, removed: 0, isOnlySigns: oldWords.join(' ') !== newWords.join(' ') };
  return {
    added: countSurplus(newWords, oldWords),
    removed: countSurplus(oldWords, newWords),
    isOnlySigns: false,
  };
}

/** Words of a list that the other has not, or less often. */
function countSurplus(list: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of other) counts.set(word, (counts.get(word) ?? 0) + 1);
  return list.filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    return count <= 0;
  }).length;
}
