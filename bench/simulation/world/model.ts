import { ModelError, type HostedModel, type HostedOptions } from '../../../src/server/main/bench-api.ts';
import type { Process } from './process.ts';
import type { Random } from './random.ts';

/** What is wrong with the provider's model: it tells what is locked, or it is slow, silent or cut short. */
export type ModelTrouble = 'none' | 'slow' | 'away' | 'breaks' | 'leaks';

/** A provider's model, behind the interface that the site has of it; `secrets`: what one that leaks says. */
export function createModel(random: Random, process: Process, secrets: readonly string[]) {
  const model = {
    trouble: 'none' as ModelTrouble,
    /** Every reply that was paid: when, and how many tokens. */
    bills: [] as { at: number; tokens: number }[],
    open: ({ onUsage = () => undefined }: HostedOptions): HostedModel => ({
      name: 'simulato',
      server: 'simulato',
      isGroq: false,
      caches: false,
      tokenBudget: 8_000,
      taskTokens: 8_000,
      answerTokens: 500,
      countTokens: async (text) => Math.ceil(text.length / 4),
      listModels: async () => [],
      reply: (request, signal) => reply(request.questionPrompt.length, signal, onUsage),
      write: async () => {
        throw new ModelError('refused', 'it writes nothing to order');
      },
    }),
  };

  async function* reply(
    promptLength: number,
    signal: AbortSignal,
    onUsage: NonNullable<HostedOptions['onUsage']>,
  ): AsyncGenerator<string> {
    const { trouble } = model;
    const at = Date.now();
    const pause = trouble === 'slow' ? 4_000 : 40;
    await process.later(1 + random.below(pause), () => undefined);
    if (trouble === 'away') throw new ModelError('unreachable', 'no answer');
    const plain = ['Nevica ancora. ', 'La strada è lunga. ', 'Tu come stai?'];
    const pieces = trouble === 'leaks' ? ['Te lo dico. ', random.pick(secrets)] : plain;
    const usage = { prompt: 600 + Math.ceil(promptLength / 100), completion: 40 };
    onUsage(usage);
    model.bills.push({ at, tokens: usage.prompt + usage.completion });
    for (const [index, piece] of pieces.entries()) {
      await process.later(random.below(pause), () => undefined);
      if (signal.aborted) return;
      if (trouble === 'breaks' && index === 1) throw new ModelError('interrupted', 'cut short');
      yield piece;
    }
  }
  return model;
}
