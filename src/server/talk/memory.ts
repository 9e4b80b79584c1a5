import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { perRecord } from '#shared/per-record.ts';
import { roomOf } from '../text/italian.ts';
import type { Ranking } from '../narrator/relevance.ts';
import { sizes, textsOf, type Size } from '../narrator/sizes.ts';

/** One section, or several merged into one, as it stands in the prompt. */
export interface MemoryEntry {
  sections: number[];
  size: Size | 'merged' | 'passage' | 'card';
  text: string;
}

/**
 * What entered the prompt at what size. Where the turn needs the story, every unlocked section is in `stable` exactly once;
 * `forQuestion` has the cards and passages that match, and repeats some sections larger.
 */
export interface MemoryPlan {
  stable: MemoryEntry[];
  forQuestion: MemoryEntry[];
}

type Sections = readonly Visible<Section>[];

/** How much of a section a reader of that size knows. */
const worth: Record<Size, number> = { title: 0.05, line: 0.25, '30': 0.6, '70': 0.85, full: 1 };

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
const entriesOf = perRecord((section: Visible<Section>): Record<Size, MeasuredEntry> => {
  const { sectionNumber, title } = section;
  const texts = textsOf(section);
  const at = (size: Size) =>
    measured({
      sections: [sectionNumber],
      size,
      text: `[${sectionNumber}. ${title}]${size === 'title' ? '' : `\n${texts[size]}`}`,
    });
  return { title: at('title'), line: at('line'), '30': at('30'), '70': at('70'), full: at('full') };
});

/** The room entries take in a prompt. */
export function roomOfEntries(entries: readonly MemoryEntry[]): number {
  return entries.reduce((sum, { text }) => sum + roomOf(text) + between, 0);
}

/**
 * The outline of the story: each unlocked section once, within `budget` ({@link roomOf}).
 *
 * Every section gets its line first; then the most recent ones grow, by what they gain per character. If even the
 * lines do not fit, the oldest shrink to their titles, and then are merged into one entry that names their
 * numbers: nothing is left out silently.
 */
export function planStable(sections: Sections, budget: number): MemoryEntry[] {
  const entries = sections.map((section) => entriesOf(section).line);
  let spent = entries.reduce((sum, { room }) => sum + room, 0);

  for (let oldest = 0; spent > budget && oldest < entries.length; oldest += 1) {
    const section = sections[oldest];
    const before = entries[oldest];
    if (!section || !before) break;
    const after = entriesOf(section).title;
    if (after.room >= before.room) continue;
    entries[oldest] = after;
    spent += after.room - before.room;
  }
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
  let rest = entries.reduce((sum, { room }) => sum + room, 0);
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
/** A passage with less of the question, or that is so much less likely to answer than the best, is about something else. */
const leastShare = 0.2;
const leastOfBest = 0.4;
/** Fewer characters of an overlapped passage are not worth their heading. */
const shortestRest = 120;

/** The passages most likely to answer, each sentence once, within `budget`; in story order. */
export function planPassages(ranking: Ranking, budget: number): MemoryEntry[] {
  const best = ranking.passages[0]?.score ?? 0;
  const taken = new Set<number>();
  const chosen: { from: number; entry: MemoryEntry }[] = [];
  let left = budget;
  for (const { section, share, score, ...run } of ranking.passages) {
    if (chosen.length === mostPassages || score < best * leastOfBest) break;
    if (share < leastShare) continue;
    let { from, to } = run;
    while (from <= to && taken.has(from)) from += 1;
    while (to >= from && taken.has(to)) to -= 1;
    const isCut = from !== run.from || to !== run.to;
    if (from > to || (isCut && ranking.sizeOf(from, to) < shortestRest)) continue;
    const heading = `[${section.sectionNumber}. ${section.title}, brano]\n`;
    const text = heading + ranking.textOf({ from, to }, longestPassage - heading.length);
    const room = roomOf(text) + between;
    if (room > left) continue;
    left -= room;
    for (let at = from; at <= to; at += 1) taken.add(at);
    chosen.push({ from, entry: { sections: [section.sectionNumber], size: 'passage', text } });
  }
  return chosen.sort((one, other) => one.from - other.from).map(({ entry }) => entry);
}
