import { ModelError, type HostedModel, type HostedOptions } from '../../../src/server/main/lab.ts';
import type { Process } from './process.ts';
import type { Random } from './random.ts';

/** What is wrong with the provider's model: nothing, slowness, no answer, answers cut short, or telling what is locked. */
export type ModelTrouble = 'none' | 'slow' | 'away' | 'breaks' | 'leaks';

/** A provider's model, behind the interface that the site has of it; it counts what it was paid. */
export class SimulatedModel {
  trouble: ModelTrouble = 'none';
  /** What one that leaks says: sentences of every section. */
  secrets: readonly string[] = [];
  /** Every reply that was paid, in tokens, with its beginning and end. */
  readonly paid: { from: number; to: number; tokens: number }[] = [];
  readonly #random: Random;
  readonly #process: () => Process;

  constructor(random: Random, process: () => Process) {
    this.#random = random;
    this.#process = process;
  }

  open({ onUsage = () => undefined }: HostedOptions): HostedModel {
    return {
      name: 'simulato',
      server: 'simulato',
      isGroq: false,
      caches: false,
      tokenBudget: 8_000,
      taskTokens: 8_000,
      answerTokens: 500,
      countTokens: async (text) => Math.ceil(text.length / 4),
      listModels: async () => [],
      reply: (request, signal) => this.#reply(request.questionPrompt.length, signal, onUsage),
      write: async () => {
        throw new ModelError('refused', 'it writes nothing to order');
      },
    };
  }

  async *#reply(
    promptLength: number,
    signal: AbortSignal,
    onUsage: NonNullable<HostedOptions['onUsage']>,
  ): AsyncGenerator<string> {
    const { trouble } = this;
    const from = Date.now();
    const pause = trouble === 'slow' ? 4_000 : 40;
    await this.#process().later(1 + this.#random.below(pause), () => undefined);
    if (trouble === 'away') throw new ModelError('unreachable', 'no answer');
    const secret = this.#random.pick(this.secrets);
    const pieces =
      trouble === 'leaks'
        ? [`Te lo dico. `, secret]
        : ['Nevica ancora. ', 'La strada è lunga. ', 'Tu come stai?'];
    const usage = { prompt: 600 + Math.ceil(promptLength / 100), completion: 40 };
    onUsage(usage);
    this.paid.push({ from, to: Date.now(), tokens: usage.prompt + usage.completion });
    for (const [index, piece] of pieces.entries()) {
      await this.#process().later(this.#random.below(pause), () => undefined);
      if (signal.aborted) return;
      if (trouble === 'breaks' && index === 1) throw new ModelError('interrupted', 'cut short');
      yield piece;
    }
  }
}
