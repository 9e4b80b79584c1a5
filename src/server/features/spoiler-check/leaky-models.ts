import { promptMessages } from '#server/model/messages.ts';
import type { ChatModel, ChatRequest } from '#server/model/types.ts';

const tokenLimits = { tokenBudget: 8_000, answerTokens: 1_200 };

/** Repeats whatever it was sent: what stands in the prompt is as good as said. */
export const parrotModel: ChatModel = {
  name: 'parrot',
  ...tokenLimits,
  async *reply(request) {
    yield promptMessages(request)
      .map(({ content }) => content)
      .join('\n\n');
  },
};

/** Says what it is told to, cut into pieces of 1 to 7 UTF-16 units, so that a piece may end within a character. */
export function traitorModel(tells: (request: ChatRequest) => string): ChatModel {
  return {
    name: 'traitor',
    ...tokenLimits,
    async *reply(request) {
      const text = tells(request);
      for (let at = 0, step = 1; at < text.length; at += step, step = (step % 7) + 1)
        yield text.slice(at, at + step);
    },
  };
}

/** Ways to write a term that a search does not find and a reader does. */
export const disguises: readonly [name: string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['UPPER CASE', (text) => text.toUpperCase()],
  ['no accents', (text) => text.normalize('NFD').replace(/\p{M}/gu, '')],
  ['s p a c e d', (text) => [...text].join(' ')],
  ['d-a-s-h-e-d', (text) => [...text].join('-')],
  ['zero width', (text) => [...text].join('\u200b')],
  ['full width', (text) => text.replace(/[!-~]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0))],
  ['look-alikes', (text) => text.replace(/[aeoc]/g, (c) => ({ a: 'а', e: 'е', o: 'о', c: 'с' })[c] ?? c)],
];
