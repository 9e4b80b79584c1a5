import { createChatService } from '#server/features/chat/chat.service.ts';
import { createChatEngine, type ChatEngineOptions } from '#server/talk/reply.ts';
import type { ChatModel } from '#server/model/types.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { persona } from './book-guard.ts';
import { memoryStore } from './memory-store.ts';
import { narrator, siteModel } from './offline.ts';

export interface Scene {
  book: readonly Section[];
  guard?: ChatEngineOptions['guard'];
  model: ChatModel;
  level: number;
  question: string;
}

const fallback = siteModel();

/**
 * One question to the whole chat, and all that the reader sees of the answer: each text as far as it came before it was taken
 * back, and the reply that stays.
 */
export async function overhear({ book, guard, model, level, question }: Scene) {
  const data = memoryStore();
  data.putSections(book);
  data.putReader('anna', level);
  let withheld = 0;
  const engine = createChatEngine({
    persona,
    model,
    fallback,
    guard,
    onFailure: ({ failure }) => void (withheld += failure === 'withheld' ? 1 : 0),
  });
  const service = createChatService({ store: data.store, engine, narrator });
  const texts = [''];
  for await (const event of service.send('anna', question)) {
    if (event.type === 'delta') texts[texts.length - 1] += event.text;
    if (event.type === 'reset') texts.push('');
    if (event.type === 'done') texts.push(event.response);
  }
  return { texts, reply: texts.at(-1) ?? '', withheld };
}
