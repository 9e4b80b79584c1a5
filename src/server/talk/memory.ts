import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { perRecord } from '#shared/per-record.ts';
import { paragraphs } from '../text/italian.ts';
import type { RankedPassage } from '../model/types.ts';
import { sectionScores } from '../narrator/relevance.ts';
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
const mostPassages = 6;

/** Entries as they stand in a prompt, in story order, blank lines between them. */
export function memoryText(entries: readonly MemoryEntry[]): string {
  return entries.map(({ text }) => text).join('\n\n');
}

const cost = (text: string) => text.length + 2;

function entry(section: Visible<Section>, size: Size): MemoryEntry {
  const { sectionNumber, title } = section;
  const text =
    size === 'title'
      ? `[${sectionNumber}. ${title}]`
      : `[${sectionNumber}. ${title}]\n${textsOf(section)[size]}`;
  return { sections: [sectionNumber], size, text };
}

/**
 * The outline of the story: each unlocked section once, within `budget` characters.
 *
 * Every section gets its line first; then the most recent ones grow, by what they gain per character. If even the
 * lines do not fit, the oldest shrink to their titles, and then are merged into one entry that names their
 * numbers: nothing is left out silently.
 */
export function planStable(sections: Sections, budget: number): MemoryEntry[] {
  const entries = sections.map((section) => entry(section, 'line'));
  let spent = entries.reduce((sum, { text }) => sum + cost(text), 0);

  for (let oldest = 0; spent > budget && oldest < entries.length; oldest += 1) {
    const section = sections[oldest];
    const before = entries[oldest];
    if (!section || !before) break;
    const after = entry(section, 'title');
    if (after.text.length >= before.text.length) continue;
    entries[oldest] = after;
    spent += after.text.length - before.text.length;
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
  entries: MemoryEntry[],
  sections: Sections,
  left: number,
  value: (section: Visible<Section>) => number,
): void {
  for (;;) {
    let best: { index: number; larger: MemoryEntry; extra: number; gain: number } | undefined;
    for (const [index, section] of sections.entries()) {
      const current = entries[index];
      if (!current) continue;
      const at = sizes.indexOf(current.size as Size);
      for (const size of sizes.slice(at + 1)) {
        const larger = entry(section, size);
        const extra = larger.text.length - current.text.length;
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

function mergeOldest(entries: readonly MemoryEntry[], budget: number): MemoryEntry[] {
  for (let merged = 2; merged <= entries.length; merged += 1) {
    const together = merge(entries.slice(0, merged));
    const shorter = [together, ...entries.slice(merged)];
    if (memoryText(shorter).length <= budget || merged === entries.length) return shorter;
  }
  return [...entries];
}

function merge(entries: readonly MemoryEntry[]): MemoryEntry {
  const numbers = entries.flatMap(({ sections }) => sections);
  const text = `[${numbers[0]}–${numbers.at(-1)}] Li ricordi soltanto a grandi linee.`;
  return { sections: numbers, size: 'merged', text };
}

/**
 * What the question adds, within `budget` characters: the passages that match it, sections that have much
 * to do with it, and those the reader has just unlocked, by value per character; in story order.
 */
export function planForQuestion(
  sections: Sections,
  stable: readonly MemoryEntry[],
  ranked: readonly RankedPassage[],
  justUnlocked: (section: Visible<Section>) => boolean,
  budget: number,
): MemoryEntry[] {
  const whole = new Set(stable.filter(({ size }) => size === 'full').flatMap((kept) => kept.sections));
  const best = ranked[0]?.score ?? 1;
  const about = sectionScores(ranked);
  const most = Math.max(1e-9, ...about.values());
  const chosen = new Map<Visible<Section>, { size?: Size; passages: string[] }>();
  let left = budget;

  const candidates = [
    ...ranked.slice(0, mostPassages).map(({ section, text, score }) => ({
      section,
      passage: text,
      size: undefined,
      chars: cost(entryOfPassages(section, [text]).text),
      value: (score / best) ** 2,
    })),
    ...sections.flatMap((section) =>
      (['30', '70', 'full'] as const).map((size) => {
        const interest = Math.max((about.get(section) ?? 0) / most, justUnlocked(section) ? 0.8 : 0);
        const now = stable.find((kept) => kept.sections.includes(section.sectionNumber));
        const gained = worth[size] - (now && now.size in worth ? worth[now.size as Size] : 0);
        return {
          section,
          passage: undefined,
          size,
          chars: cost(entry(section, size).text),
          value: interest * gained,
        };
      }),
    ),
  ].filter(({ section, value }) => value > 0 && !whole.has(section.sectionNumber));
  candidates.sort((one, other) => other.value / other.chars - one.value / one.chars);

  for (const { section, passage, size, chars } of candidates) {
    const taken = chosen.get(section) ?? { passages: [] };
    if (taken.size || chars > left) continue;
    // A section in full repeats its passages, so it takes their place.
    if (size === 'full') {
      if (taken.passages.length > 0) left += cost(entryOfPassages(section, taken.passages).text);
      taken.passages = [];
    }
    const before = taken.passages.length > 0 ? cost(entryOfPassages(section, taken.passages).text) : 0;
    if (passage) {
      taken.passages.push(passage);
      left -= cost(entryOfPassages(section, taken.passages).text) - before;
    } else {
      taken.size = size;
      left -= chars;
    }
    chosen.set(section, taken);
  }

  return sections.flatMap((section) => {
    const taken = chosen.get(section);
    if (!taken) return [];
    const parts: MemoryEntry[] = [];
    if (taken.size) parts.push(entry(section, taken.size));
    if (taken.passages.length > 0) parts.push(entryOfPassages(section, taken.passages));
    return parts;
  });
}

const paragraphsOf = perRecord((section: Visible<Section>): readonly string[] => paragraphs(section.content));

/** Passages of one section in the order of the story, what two of them share written once. */
function entryOfPassages(section: Visible<Section>, texts: readonly string[]): MemoryEntry {
  const wanted = new Set(texts.flatMap(paragraphs));
  const runs: string[] = [];
  let gap = false;
  for (const paragraph of paragraphsOf(section)) {
    if (!wanted.has(paragraph)) {
      gap = runs.length > 0;
      continue;
    }
    if (gap) runs.push('[…]');
    gap = false;
    runs.push(paragraph);
  }
  const text = `[${section.sectionNumber}. ${section.title}, brano]\n${runs.join('\n\n')}`;
  return { sections: [section.sectionNumber], size: 'passage', text };
}
