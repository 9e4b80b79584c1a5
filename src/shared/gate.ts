import type { MemoryCard } from './contracts/memory-cards.ts';
import type { Section } from './contracts/sections.ts';
import { fewestWords, summaryFields, summaryForms } from './contracts/summaries.ts';
import { isVisible } from './contracts/visibility.ts';
import { perRecord } from './per-record.ts';
import { withoutGaps, witnessedText } from './witnessed.ts';
import { countWords } from './words.ts';

declare const opened: unique symbol;

/**
 * Something of the book that one reader may know. Only {@link openSections} mints it: whatever builds a
 * prompt, ranks passages or answers a reader takes `Visible` things and cannot be handed a locked one.
 */
export type Visible<T> = T & { readonly [opened]: true };

/**
 * The anti-spoiler gate: the sections a reader at `level` has unlocked, in story order.
 *
 * Level n opens every section numbered ≤ n; level 0 opens none. A level that is not a whole number ≥ 0
 * opens nothing: in doubt the gate stays shut. What the protagonist did not witness stays out of every section; a draft, and
 * what is not yet due, is as if it were not there.
 *
 * @param now milliseconds since the epoch
 */
export function openSections(
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

/** The section as the protagonist lived it, in every size; the record itself when nothing of it is marked. */
export const witnessedSection = perRecord((section: Section): Section => {
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

/** None is generated of a text so short: what it has is of an older one, from before saving took such forms away. */
function withoutOldForms(section: Section): Section {
  const { generated, content } = section;
  if (!generated || countWords(content) >= fewestWords) return section;
  const forms = summaryForms
    .filter((form) => generated[form])
    .map((form) => [summaryFields[form], undefined]);
  return { ...section, ...(Object.fromEntries(forms) as Partial<Section>), generated: undefined };
}

/** One object for each record, because what is made of a section is kept with it. */
const visibleSection = perRecord((section: Section): Visible<Section> => {
  const current = withoutOldForms(witnessedSection(section));
  const content = withoutGaps(current.content);
  return (content === current.content ? current : { ...current, content }) as Visible<Section>;
});

/** The messages written at or below `level`: what was said of a later section is not remembered. */
export function openMessages<T extends { level: number }>(
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
 * The cards the character may answer with: those of the open `sections` and those from before the first, as long as he would
 * still say them at `level`; in story order, those of one section in the author's. A card that was generated before part of its
 * text was marked as unwitnessed stays shut until the author has read it again.
 */
export function openCards(
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
