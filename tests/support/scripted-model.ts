import { ModelError, type ChatModel, type ChatRequest } from '#server/model/types.ts';
import { latency } from './latency.ts';

/** One attempt: pieces of an answer; an error is thrown in its place; a promise, or a number of milliseconds, is waited for. */
export type Script = (string | ModelError | number | Promise<unknown>)[];

/** A model that plays its scripts one after the other, the last one again and again, and keeps what it was asked. */
export function scriptedModel(name: string, scripts: Script[], tokenBudget = 8_000) {
  const requests: ChatRequest[] = [];
  const model: ChatModel = {
    name,
    tokenBudget,
    answerTokens: 1_200,
    async *reply(request) {
      const script = scripts[Math.min(requests.length, scripts.length - 1)] ?? [];
      requests.push(request);
      for (const step of script) {
        if (step instanceof ModelError) throw step;
        if (typeof step === 'string') yield step;
        else if (typeof step === 'number') await latency(step);
        else await step;
      }
    },
  };
  return { model, requests };
}
