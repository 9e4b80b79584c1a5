import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { roomOf } from '../text/italian.ts';
import { proseText, sentencesOf } from '../narrator/prose.ts';
import type { Passage } from '../narrator/passages.ts';
import { sizes, textsOf, type Size } from '../narrator/sizes.ts';

/** One section, or several merged into one, as it stands in the prompt. */
export interface MemoryEntry {
  sections: number[];
  size: Size | 'merged' | 'passage' | 'card';
  text: string;
}

/**
 * What entered the prompt at what size. Every unlocked section is in `stable` exactly once; `forQuestion` has the passages and
 * cards that match, in the order in which they stand.
 */
export interface MemoryPlan {
  stable: MemoryEntry[];
  forQuestion: MemoryEntry[];
}

type Sections = readonly Visible<Section>[];

/** How much of a section a reader of that size knows. */
const worth: Record<Size, number> = { line: 0.25, '30': 0.6, '70': 0.85, full: 1 };

/** Entries as they stand in a prompt, in story order, blank lines between them. */
export function memoryText(entries: readonly MemoryEntry[]): string {
  return entries.map(({ text }) => text).join('\n\n');
}

/** Characters between two entries. */
const between = 2;

interface MeasuredEntry extends MemoryEntry {
  /** Room of the entry and of what stands before the next one. */
  room: number;
}

const measured = (entry: MemoryEntry): MeasuredEntry => ({ ...entry, room: roomOf(entry.text) + between });

/** A section at every size, measured once: a text of emoji takes more room than it has characters. */
const entriesOf = memoizeByObject((section: Visible<Section>): Record<Size, MeasuredEntry> => {
  const { sectionNumber, title } = section;
  const texts = textsOf(section);
  const at = (size: Size) =>
    measured({ sections: [sectionNumber], size, text: `[${sectionNumber}. ${title}]\n${texts[size]}` });
  return { line: at('line'), '30': at('30'), '70': at('70'), full: at('full') };
});

/** The room of the outline at its smallest whole size, a sentence for each section. */
export const roomOfLines = (sections: Sections): number =>
  sumOf(sections.map((section) => entriesOf(section).line));

/** The room entries take in a prompt. */
export function roomOfEntries(entries: readonly MemoryEntry[]): number {
  return entries.reduce((sum, { text }) => sum + roomOf(text) + between, 0);
}

/**
 * The outline of the story: each unlocked section once, within `budget` ({@link roomOf}).
 *
 * Every section gets its line first; then the most recent ones grow, by what they gain per character. If even the lines do
 * not fit, the oldest are merged into one entry that names their numbers: nothing is left out silently.
 */
export function planStable(sections: Sections, budget: number): MemoryEntry[] {
  const entries = sections.map((section) => entriesOf(section).line);
  const spent = sumOf(entries);
  if (spent > budget) return mergeOldest(entries, budget);

  grow(
    entries,
    sections,
    budget - spent,
    (section) => 1 / (1 + sections.length - 1 - sections.indexOf(section)),
  );
  return entries;
}

/** Enlarges entries in place while `left` characters last, each time the one that gains most per character. */
function grow(
  entries: MeasuredEntry[],
  sections: Sections,
  left: number,
  value: (section: Visible<Section>) => number,
): void {
  for (;;) {
    let best: { index: number; larger: MeasuredEntry; extra: number; gain: number } | undefined;
    for (const [index, section] of sections.entries()) {
      const current = entries[index];
      if (!current) continue;
      const at = sizes.indexOf(current.size as Size);
      for (const size of sizes.slice(at + 1)) {
        const larger = entriesOf(section)[size];
        const extra = larger.room - current.room;
        if (extra <= 0 || extra > left) continue;
        const gain = (value(section) * (worth[size] - worth[current.size as Size])) / extra;
        if (!best || gain > best.gain) best = { index, larger, extra, gain };
      }
    }
    if (!best) return;
    entries[best.index] = best.larger;
    left -= best.extra;
  }
}

function mergeOldest(entries: readonly MeasuredEntry[], budget: number): MemoryEntry[] {
  let rest = sumOf(entries);
  for (const [at, { room }] of entries.entries()) {
    rest -= room;
    if (at === 0 && entries.length > 1) continue;
    const together = merge(entries.slice(0, at + 1));
    if (roomOf(together.text) + between + rest <= budget || at === entries.length - 1)
      return [together, ...entries.slice(at + 1)];
  }
  return [...entries];
}

function merge(entries: readonly MemoryEntry[]): MemoryEntry {
  const numbers = entries.flatMap(({ sections }) => sections);
  const text = `[${numbers[0]}–${numbers.at(-1)}] Li ricordi soltanto a grandi linee.`;
  return { sections: numbers, size: 'merged', text };
}

/** A question brings so many passages of the book at most, each of so many characters with its heading. */
const mostPassages = 12;
const longestPassage = 900;
/** Less room is not worth another look. */
const leastRoom = 120;
/** What stands between two runs of a passage that do not touch. */
const gap = '\n\n[…]\n\n';

const sumOf = (entries: readonly MeasuredEntry[]) => entries.reduce((sum, { room }) => sum + room, 0);

type Run = Pick<Passage, 'section' | 'from' | 'to'>;

/**
 * The places of the book most likely to answer, each sentence once, within `budget`; in story order, those of a section
 * together as far as a passage goes.
 */
export function planPassages(passages: readonly Passage[], budget: number): MemoryEntry[] {
  let left = budget;
  let count = 0;
  const chosen = new Map<number, { runs: Run[]; entries: MeasuredEntry[] }>();
  for (const { section, from, to } of passages) {
    if (left < leastRoom) break;
    const before = chosen.get(section.sectionNumber) ?? { runs: [], entries: [] };
    const runs = [...before.runs, { section, from, to }].sort((one, other) => one.from - other.from);
    const entries = packed(runs);
    const room = sumOf(entries) - sumOf(before.entries);
    const more = entries.length - before.entries.length;
    if (room > left || count + more > mostPassages) continue;
    left -= room;
    count += more;
    chosen.set(section.sectionNumber, { runs, entries });
  }
  return [...chosen].sort(([one], [other]) => one - other).flatMap(([, { entries }]) => entries);
}

/** Runs of one section, each with the sentence after it, as passages: those that touch are joined, the others have a mark between them. */
function packed(runs: readonly Run[]): MeasuredEntry[] {
  const groups: { section: Run['section']; parts: { from: number; to: number }[]; size: number }[] = [];
  let end = -1;
  for (const { section, ...run } of runs) {
    const from = Math.max(run.from, end + 1);
    const to = Math.min(run.to + 1, sentencesOf(section).length - 1);
    if (from > to) continue;
    end = to;
    const group = groups.at(-1);
    const last = group?.parts.at(-1);
    const touches = last?.to === from - 1;
    // Two characters at most stand before the next run of the same part.
    const size = proseText(section, { from, to }).length + (touches ? 2 : gap.length);
    if (!group || !last || group.size + size > longestPassage) {
      groups.push({ section, parts: [{ from, to }], size: headingOf(section).length + size });
      continue;
    }
    group.size += size;
    if (touches) last.to = to;
    else group.parts.push({ from, to });
  }
  return groups.map(({ section, parts }) => {
    const text = headingOf(section) + parts.map((part) => proseText(section, part)).join(gap);
    return measured({ sections: [section.sectionNumber], size: 'passage', text });
  });
}

const headingOf = ({ sectionNumber, title }: Run['section']) => `[${sectionNumber}. ${title}, brano]\n`;
