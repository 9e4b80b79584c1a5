import { diffArrays } from 'diff';
import { withoutMarks } from '#shared/witnessed.ts';

/** A piece of the manuscript, or a section that is stored. */
interface ComparedText {
  title: string;
  content: string;
  number: number | undefined;
}

/** Which stored section a piece is a newer text of, and how many words differ. */
export interface Comparison {
  index: number;
  sectionId: string;
  added: number;
  removed: number;
}

export interface ToCompare {
  pieces: (ComparedText & { index: number })[];
  sections: (ComparedText & { id: string })[];
  /** What the author said: the section by the index of the piece. */
  forced: Record<number, string>;
}

/** Of the runs of words of the smaller text at least this part must be in the other. */
const likeness = 0.3;
const runLength = 4;
/** Two texts that differ more are told by what each has of its own: the exact way would take minutes. */
const mostEdits = 1_200;

/**
 * Finds for each piece the section that it renews: the same text, else the same number and title, else the one that it has
 * most in common with. A section is renewed by one piece.
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
    const same = [...free.values()].find((section) => section.content === content);
    if (same) pair(index, same.id);
  }
  for (const { index, id } of closestPairs(pieces, [...free.values()])) pair(index, id);
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
    return [
      {
        index,
        sectionId,
        ...countChanges(withoutMarks(contents.get(sectionId) ?? ''), withoutMarks(content)),
      },
    ];
  });
}

/** The words of a text with the signs that touch them: a comma that comes or goes is a change too. */
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

const fold = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Pieces and sections that are likely the same, the likest first. */
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
    .filter(({ part }) => part >= likeness)
    .toSorted((a, b) => b.part - a.part || b.count - a.count);
}

function runsOf(content: string): Set<string> {
  const list = words(content.toLowerCase());
  const length = Math.min(runLength, Math.max(1, list.length));
  return new Set(list.slice(length - 1).map((_, i) => list.slice(i, i + length).join(' ')));
}

/** How many words come and go from one text to another. */
export function countChanges(before: string, after: string): { added: number; removed: number } {
  if (before === after) return { added: 0, removed: 0 };
  const [old, young] = [words(before), words(after)];
  const changes = diffArrays(old, young, { maxEditLength: mostEdits });
  if (!changes) return { added: countSurplus(young, old), removed: countSurplus(old, young) };
  let [added, removed] = [0, 0];
  for (const change of changes) {
    if (change.added) added += change.count;
    if (change.removed) removed += change.count;
  }
  return { added, removed };
}

/** How many words of `list` are not in `other`, each as often as it stands there. */
function countSurplus(list: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of other) counts.set(word, (counts.get(word) ?? 0) + 1);
  return list.filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    return count <= 0;
  }).length;
}
