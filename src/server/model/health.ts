import { isToMend } from './failures.ts';
import { ModelError, type ChatModel, type ModelFailure } from './types.ts';

/** How a provider is doing, as its last calls showed. */
export interface ModelHealth {
  /** The failure that the author has to mend; `undefined` once a call succeeded. `at`: milliseconds since the epoch. */
  problem(): { failure: ModelFailure; at: number } | undefined;
  succeeded(): void;
  failed(error: unknown): void;
}

/** Remembers the last failure that does not pass by itself, until something works again. */
export function createModelHealth(clock: () => number = Date.now): ModelHealth {
  let problem: { failure: ModelFailure; at: number } | undefined;
  return {
    problem: () => problem,
    succeeded: () => void (problem = undefined),
    failed(error) {
      if (error instanceof ModelError && isToMend(error.failure))
        problem = { failure: error.failure, at: clock() };
    },
  };
}

/** The same model, which tells how each answer ended. Stopped half-way by its reader, it tells nothing. */
export function watchedModel(model: ChatModel, health: ModelHealth): ChatModel {
  return {
    name: model.name,
    // Read anew each time: a model may learn how much its server takes.
    get tokenBudget() {
      return model.tokenBudget;
    },
    get answerTokens() {
      return model.answerTokens;
    },
    async *reply(request, signal, onUsage) {
      try {
        yield* model.reply(request, signal, onUsage);
        health.succeeded();
      } catch (error) {
        health.failed(error);
        throw error;
      }
    },
  };
}
