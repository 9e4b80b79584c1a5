import { createChatService } from '#server/features/chat/chat.service.ts';
import type { ChatModel } from '#server/model/types.ts';
import { createChatEngine, type ChatEngineOptions } from '#server/talk/reply.ts';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { persona } from './book-guard.ts';
import { memoryStore } from './memory-store.ts';
import { narrator, siteModel } from './offline.ts';
import type { ReaderQuestion } from './reader-questions.ts';

interface Talk {
  book: readonly Section[];
  cards?: readonly MemoryCard[];
  level: number;
  guard?: ChatEngineOptions['guard'];
  /** The embedded model without one. */
  model?: ChatModel;
}

/** A whole conversation with a model, through the service as a reader has it: the answers in order. */
export async function converse(
  { book, cards = [], level, guard, model = siteModel() }: Talk,
  questions: readonly string[],
): Promise<string[]> {
  const data = memoryStore();
  data.putSections(book);
  data.putReader('anna', level);
  const engine = createChatEngine({ persona, model, fallback: model, guard });
  let now = Date.UTC(2004, 1, 20);
  const service = createChatService({
    store: data.store,
    engine,
    narrator,
    memoryCards: () => cards,
    clock: () => (now += 1_000),
  });
  const answers: string[] = [];
  for (const question of questions) {
    for await (const event of service.send('anna', question)) {
      if (event.type === 'done') answers.push(event.response);
    }
  }
  return answers;
}

const plain = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();

/** The answer to a question, and whether it holds the fact. */
export async function answerTo(talk: Talk, { ask, after, facts, told }: ReaderQuestion) {
  const answers = await converse(talk, after === undefined ? [ask] : [after, ask]);
  const answer = answers.at(-1) ?? '';
  const holds = facts.some((fact) => plain(answer).includes(plain(fact)));
  return { answer, holds: holds || told?.test(answer) === true };
}
