import type { MemoryCard } from './contracts/memory-cards.ts';
import type { Section } from './contracts/sections.ts';
import { fewestWords, summaryFields, summaryForms } from './contracts/summaries.ts';
import { isVisible } from './contracts/visibility.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { withoutGaps, witnessedText } from './witnessed.ts';
import { countWords } from './words.ts';

declare const opened: unique symbol;

/**
 * Something of the book that one reader may know. Only {@link unlockedSections} creates it: code that builds prompts, ranks
 * passages or answers a reader accepts `Visible` values only.
 */
export type Visible<T> = T & { readonly [opened]: true };

/**
 * The anti-spoiler gate: the sections a reader at `level` has unlocked, in story order.
 *
 * Level n opens every section numbered ≤ n; level 0 and invalid levels open none (fail closed). Passages the
 * protagonist did not witness are removed; drafts and scheduled sections are excluded.
 *
 * @param now milliseconds since the epoch
 */
export function unlockedSections(
  sections: Iterable<Section>,
  level: number,
  now: number = Date.now(),
): Visible<Section>[] {
  if (!Number.isInteger(level) || level < 1) return [];
  const visible: Visible<Section>[] = [];
  for (const section of sections) {
    if (section.sectionNumber <= level && isVisible(section, now)) visible.push(visibleSection(section));
  }
  return visible.sort((a, b) => a.sectionNumber - b.sectionNumber);
}

/** The section as the protagonist witnessed it, in every form; the same record when nothing is marked. */
export const witnessedSection = memoizeByObject((section: Section): Section => {
  const { content, contentReduced70, contentReduced30, contentLine } = section;
  const texts = { content, contentReduced70, contentReduced30, contentLine };
  if (!Object.values(texts).some((text) => text !== undefined && witnessedText(text) !== text))
    return section;
  const part = (text: string | undefined) => (text && witnessedText(text)) || undefined;
  return {
    ...section,
    content: witnessedText(content),
    contentReduced70: part(contentReduced70),
    contentReduced30: part(contentReduced30),
    contentLine: part(contentLine),
  };
});

/** A text this short gets no forms: existing ones belong to an older text. */
function withoutOldForms(section: Section): Section {
  const { generated, content } = section;
  if (!generated || countWords(content) >= fewestWords) return section;
  const forms = summaryForms
    .filter((form) => generated[form])
    .map((form) => [summaryFields[form], undefined]);
  return { ...section, ...(Object.fromEntries(forms) as Partial<Section>), generated: undefined };
}

/** One object per record, because caches use it as a key. */
const visibleSection = memoizeByObject((section: Section): Visible<Section> => {
  const current = withoutOldForms(witnessedSection(section));
  const content = withoutGaps(current.content);
  return (content === current.content ? current : { ...current, content }) as Visible<Section>;
});

/** The messages written at or below `level`: talk about later sections is excluded. */
export function unlockedMessages<T extends { level: number }>(
  messages: Iterable<T>,
  level: number,
): Visible<T>[] {
  const visible: Visible<T>[] = [];
  for (const message of messages) {
    if (message.level <= level) visible.push(message as Visible<T>);
  }
  return visible;
}

/**
 * Cards the character may use: those of the open `sections` and from before the first that still apply at `level`, in
 * story order, then in the author's order. A card generated before part of its text was marked as unwitnessed is
 * excluded until the author saves it.
 */
export function unlockedCards(
  cards: Iterable<MemoryCard>,
  sections: readonly Visible<Section>[],
  level: number,
): Visible<MemoryCard>[] {
  if (!Number.isInteger(level) || level < 0) return [];
  const places = new Map<string | null, number>(sections.map(({ id }, index) => [id, index]));
  places.set(null, -1);
  const placeOf = ({ sectionId }: MemoryCard) => places.get(sectionId) ?? Infinity;
  const visible: Visible<MemoryCard>[] = [];
  for (const card of cards) {
    if (places.has(card.sectionId) && level <= (card.until ?? Infinity) && !card.generated?.unread)
      visible.push(card as Visible<MemoryCard>);
  }
  return visible.sort((a, b) => placeOf(a) - placeOf(b) || a.position - b.position);
}
