import type { Section } from '#shared/contracts/sections.ts';
import { ModelError, type WritingModel } from '#server/model/types.ts';
import { vocabularyOf } from '#server/spoilers/mentions.ts';
import { questionKey } from '../question-key.ts';
import { instructionsForCards } from './instructions.ts';
import { answerTokens, planWriting } from './plan.ts';
import { checkCard, parseAnswer, type WrittenCard } from './read-cards.ts';

interface WriteOptions {
  model: WritingModel;
  /** The protagonist: whose memories they are, and a name that every section may use. */
  name: string;
  signal: AbortSignal;
  /** Called after each request with the cards so far. */
  onProgress?(cards: number): void;
}

interface WrittenCards {
  cards: WrittenCard[];
  /** Cards that were written and not kept. */
  dropped: number;
}

const attempts = 2;

/**
 * Cards of a section, written by a language model from this section's text alone, a few to a request. What comes is checked
 * against the same text; what fails is dropped, and asked for once more when too little is left.
 *
 * @throws ModelError
 */
export async function writeCards(
  section: Section,
  { model, name, signal, onProgress }: WriteOptions,
): Promise<WrittenCards> {
  const own = vocabularyOf(section);
  const { parts, perRequest, target } = planWriting(section, model.taskTokens);
  const cards: WrittenCard[] = [];
  const answered = new Set<string>();
  let dropped = 0;

  async function ask(text: string, wanted: number): Promise<unknown[]> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const questions = cards.flatMap(({ asks: [first] }) => first ?? []);
      const request = { name, cards: wanted, answered: questions, unreadable: attempt > 0 };
      const instructions = instructionsForCards(request);
      const answer = await model.write({ instructions, text, answerTokens: answerTokens(wanted) }, signal);
      const cardsOfAnswer = parseAnswer(answer);
      if (cardsOfAnswer) return cardsOfAnswer;
    }
    return [];
  }

  /** Half as many when the answer ran out of tokens. */
  async function askForFewer(text: string, wanted: number): Promise<unknown[]> {
    try {
      return await ask(text, wanted);
    } catch (error) {
      const isTooLarge = error instanceof ModelError && error.failure === 'too-large';
      if (!isTooLarge || wanted < 2) throw error;
      return ask(text, Math.floor(wanted / 2));
    }
  }

  async function writePart(text: string): Promise<void> {
    const count = Math.min(perRequest, target - cards.length);
    for (const raw of await askForFewer(text, count)) {
      const card = checkCard(raw, { own, allowed: [name], answered });
      if (!card || cards.length >= target) {
        dropped += 1;
        continue;
      }
      cards.push(card);
      for (const question of card.asks) answered.add(questionKey(question));
    }
    onProgress?.(cards.length);
  }

  for (const part of parts) await writePart(part);
  for (const part of parts) if (cards.length < target * fewestShare) await writePart(part);
  return { cards, dropped };
}

/** With less than this share of the cards wanted, each part is asked once more. */
const fewestShare = 2 / 3;
