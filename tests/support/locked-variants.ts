import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { absenceMarks } from '#shared/witnessed.ts';

/** What the locked part of the book and of the conversation is made of, when nothing may depend on it. */
export const variants = ['real', 'absent', 'noise'] as const;
export type Variant = (typeof variants)[number];

/** A message of a conversation, reader and character by turns. */
export type Said = { text: string; level: number };

/** Sections that the author keeps for herself, at whatever level, and what their `visibleFrom` says. */
export interface Drafts {
  numbers: readonly number[];
  visibleFrom: string;
}
const noDrafts: Drafts = { numbers: [], visibleFrom: 'never' };

export function sectionsOf(
  whole: readonly Section[],
  level: number,
  variant: Variant,
  { numbers, visibleFrom }: Drafts = noDrafts,
): Section[] {
  const book = whole.map((section) =>
    numbers.includes(section.sectionNumber) ? { ...section, visibleFrom } : section,
  );
  if (variant === 'real') return book;
  const isOpen = (section: Section) => section.sectionNumber <= level && section.visibleFrom === undefined;
  const open = book.filter(isOpen);
  if (variant === 'absent') return open;
  const noise = book
    .filter((section) => !isOpen(section))
    .map((section) => ({
      ...section,
      title: 'Rumore bianco',
      content: 'Irja Pinocchio radio mercato burattino relè. '.repeat(section.sectionNumber * 7),
      contentReduced70: undefined,
      contentReduced30: 'Geppetto e il branco.',
      contentLine: 'Ferro, il Grillo e la neve.',
    }));
  // The locked part first and in another order, since records may be stored in any.
  return [...noise.reverse(), ...open];
}

export function messagesOf(said: readonly Said[], level: number, variant: Variant): StoredChatMessage[] {
  const all = said.map(({ text, level: at }, index) => ({
    id: `m${index}`,
    readerId: 'anna',
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: text,
    level: at,
    timestamp: new Date(Date.UTC(2004, 0, 1) + index).toISOString(),
  }));
  if (variant === 'real') return all;
  if (variant === 'absent') return all.filter((message) => message.level <= level);
  return all.map((message) =>
    message.level <= level ? message : { ...message, content: 'Ilse-4 e il Pesce-cane' },
  );
}

/** The cards of a book; of those of locked sections what the variant says. */
export function cardsOf(
  cards: readonly MemoryCard[],
  book: readonly Section[],
  level: number,
  variant: Variant,
  { numbers }: Drafts = noDrafts,
): MemoryCard[] {
  if (variant === 'real') return [...cards];
  const isLocked = ({ sectionNumber }: Section) => sectionNumber > level || numbers.includes(sectionNumber);
  const locked = new Set(book.filter(isLocked).map(({ id }) => id));
  const isOpen = ({ sectionId }: MemoryCard) => sectionId === null || !locked.has(sectionId);
  const open = cards.filter(isOpen);
  if (variant === 'absent') return open;
  const noise = cards
    .filter((card) => !isOpen(card))
    .map((card) => ({
      ...card,
      about: ['Ferro', 'Rumore'],
      asks: ['chi è Ferro?', 'e poi?', 'Irja Pinocchio radio mercato burattino relè'],
      says: 'Ilse-4 e il Pesce-cane.',
      more: undefined,
    }));
  return [...noise.reverse(), ...open];
}

/** Every third paragraph of each section, from `offset` on, marked as unwitnessed; what stands in it is what the variant says. */
export function withUnwitnessed(book: readonly Section[], variant: Variant, offset: number): Section[] {
  return book.map((section) => {
    const paragraphs = section.content.split(/\n\s*\n/);
    const content = paragraphs.flatMap((paragraph, at) => {
      if (at % 3 !== offset % 3 || paragraphs.length < 4) return [paragraph];
      if (variant === 'absent') return [];
      const text = variant === 'real' ? paragraph : 'Irja, Gertrude e il Pesce-cane. '.repeat(1 + (at % 5));
      return [`${absenceMarks.open}\n${text}\n${absenceMarks.close}`];
    });
    return { ...section, content: content.join('\n\n') };
  });
}
