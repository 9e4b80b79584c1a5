import type { ChatModel, ChatRequest } from '../model/types.ts';
import { compose, type ConductorOptions } from './conductor.ts';
import type { Reply } from './scene.ts';

/** The embedded model; of a reply it can also say which characters are read out of the book. */
export interface OfflineModel extends ChatModel {
  /** The whole reply, which {@link ChatModel.reply} gives in pieces: the same for the same request. */
  compose(request: ChatRequest): Reply;
}

/**
 * The embedded model: no network, no key, no chance. It answers as the protagonist, from the open cards and, asked to read or
 * where no card answers, from the open sections.
 */
export function createOfflineModel(options: ConductorOptions): OfflineModel {
  return {
    name: 'offline',
    tokenBudget: Infinity,
    answerTokens: 0,
    compose: (request) => compose(request, options),
    async *reply(request) {
      for (const piece of compose(request, options).text.split(/(?<=\s)/)) yield piece;
    },
  };
}
