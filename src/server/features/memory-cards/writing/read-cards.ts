import { z } from 'zod';
import {
  askedKind,
  cardWriting,
  createMemoryCard,
  type CreateMemoryCard,
} from '#shared/contracts/memory-cards.ts';
import { countWords } from '#shared/words.ts';
import { strangers, type Vocabulary } from '#server/spoilers/mentions.ts';
import { questionKey } from '../question-key.ts';

export type WrittenCard = Omit<CreateMemoryCard, 'sectionId'>;

const text = z.string().trim();
const optional = text
  .nullish()
  .catch(undefined)
  .transform((value) => value || undefined);

const writtenCard = z.object({
  kind: askedKind,
  about: z.array(text.min(1)).catch([]),
  asks: z.array(text.min(1)),
  says: text,
  more: optional,
  back: optional,
  chip: optional,
});

/**
 * The cards of a model's answer as they stand there; `undefined` when it is no such JSON. What a model puts around it (a
 * fence, a sentence) is left out.
 */
export function parseAnswer(answer: string): unknown[] | undefined {
  const from = answer.indexOf('{');
  const to = answer.lastIndexOf('}');
  if (from < 0 || to < from) return undefined;
  try {
    const result = z
      .object({ ricordi: z.array(z.unknown()) })
      .safeParse(JSON.parse(answer.slice(from, to + 1)));
    return result.success ? result.data.ricordi : undefined;
  } catch {
    return undefined;
  }
}

interface CardChecks {
  /** The words of the section: a card names nothing else. */
  own: Vocabulary;
  /** Names that are no strangers anywhere: the protagonist's. */
  allowed: readonly string[];
  /** Keys of the questions that are answered already. */
  answered: ReadonlySet<string>;
}

/** A card as it may be kept, or `undefined`: of another shape, too short or long, a stranger's name, asked already. */
export function checkCard(raw: unknown, { own, allowed, answered }: CardChecks): WrittenCard | undefined {
  const { success, data } = writtenCard.safeParse(raw);
  if (!success) return undefined;
  const card = { ...data, asks: newQuestions(data.asks, answered) };
  const { words, asks } = cardWriting;
  const count = countWords(card.says);
  if (count < words.least || count > words.most || countWords(card.more ?? '') > words.most) return undefined;
  if (card.asks.length < asks.least) return undefined;
  const all = [card.says, card.more, card.back, card.chip, ...card.asks, ...card.about];
  const unknown = strangers(all.filter((part) => part !== undefined).join('\n'), own);
  if (unknown.some((word) => !allowed.includes(word))) return undefined;
  const result = createMemoryCard.safeParse({ ...card, sectionId: null });
  if (!result.success) return undefined;
  const { sectionId: _, ...fields } = result.data;
  return fields;
}

function newQuestions(asks: readonly string[], answered: ReadonlySet<string>): string[] {
  const keys = new Set(answered);
  return asks
    .filter((ask) => {
      const isNew = !answered.has(questionKey(ask)) && !keys.has(ask.toLowerCase());
      keys.add(ask.toLowerCase());
      return isNew;
    })
    .slice(0, cardWriting.asks.most);
}
