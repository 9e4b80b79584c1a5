import { setImmediate } from 'node:timers/promises';
import { promptMessages } from '#server/model/messages.ts';
import type { ChatModel, ChatRequest } from '#server/model/types.ts';

const tokenLimits = { tokenBudget: 8_000, answerTokens: 1_200 };

/** Repeats whatever it was sent: what stands in the prompt is as good as said. Between two paragraphs others have their turn. */
export const echoModel: ChatModel = {
  name: 'parrot',
  ...tokenLimits,
  async *reply(request) {
    const messages = promptMessages(request).map(({ content }) => content);
    for (const paragraph of messages.join('\n\n').split(/(?<=\n\n)/)) {
      await setImmediate();
      yield paragraph;
    }
  },
};

/** Says what it is told to, cut into pieces of 1 to 7 UTF-16 units, so that a piece may end within a character. */
export function leakyModel(tells: (request: ChatRequest) => string): ChatModel {
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
