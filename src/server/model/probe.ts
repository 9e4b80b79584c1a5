import { setTimeout } from 'node:timers/promises';
import type { HostedModel } from './hosted.ts';
import { unprovenWindow } from './prompt-sizes.ts';
import type { ServerFacts, Window } from './server-facts.ts';
import { ModelError } from './types.ts';

/** Sizes of the probing prompts in words; an Italian word of this kind takes one to three tokens. */
const words =
  'la neve fischia e il relè fa tac con la mano sul filo freddo della linea mentre piano si passa'.split(' ');
/** Tokens aimed at, one request each, until one is counted short; the first two show what a word costs. */
const longest = 10_800;
const rungs = [400, 1_000, 2_000, 3_000, 3_800, 5_200, longest];
/** How much of what was expected must be counted for the prompt to have been read whole. */
const whole = 0.93;
/** How nearly the same two prompts, one a fourth longer, are counted where the rest is cut. */
const flat = 0.03;
/** Milliseconds that one of them may take by what the ones before took: readers wait as long for the first words. */
const longestReading = 12_000;
/** The longest wait, in milliseconds, that a service may ask for between two of them. */
const longestPauseMs = 60_000;
/** A word that is counted as fewer or more tokens than this was not counted. */
const plausible = { least: 0.7, most: 5 };

/**
 * Finds how long a prompt may be before the server silently cuts it: Ollama reads 4,096 tokens of any and drops the
 * head, persona and rules first, and once over the edge keeps no more than half of that. What a server says of itself is not
 * believed: prompts grow until the tokens it counts (`usage`) do not. A count that is missing, constant or implausible proves
 * nothing. Each probe begins otherwise, so that nothing kept from the last one shortens its count.
 *
 * @returns the tokens that were surely read, whether more are cut, and how long a token took; `undefined` when nothing was proven
 */
export async function probeWindow(
  model: Pick<HostedModel, 'countTokens'>,
  signal: AbortSignal,
): Promise<Window | undefined> {
  const measured: { words: number; tokens: number }[] = [];
  let msPerToken = 0;
  const count = async (length: number) => {
    const { tokens, ms } = await countPatiently(model, length, signal);
    if (tokens) msPerToken = ms / tokens;
    return tokens;
  };
  for (const rung of rungs) {
    const [first, second] = measured;
    const cost = first && second ? (second.tokens - first.tokens) / (second.words - first.words) : 1.4;
    const length = Math.round(rung / cost);
    // A slow machine is not kept reading: what nobody has waited for long enough to prove is not planned.
    if (second && rung * msPerToken > longestReading)
      return { tokens: Math.max(unprovenWindow, measured.at(-1)?.tokens ?? 0), cut: false, msPerToken };
    let tokens: number | undefined;
    try {
      tokens = await count(length);
    } catch (error) {
      if (!(error instanceof ModelError) || error.failure !== 'too-large') throw error;
      // It says so itself: nothing is cut in silence, but no more fits.
      const last = measured.at(-1)?.tokens;
      return last === undefined ? undefined : { tokens: last, cut: false, msPerToken };
    }
    if (tokens === undefined || !(tokens > 0)) return undefined;
    if (measured.length >= 2 && first) {
      const expected = first.tokens + cost * (length - first.words);
      if (tokens < expected * whole) {
        const longer = await count(Math.round(length * 1.25));
        const isFlat = longer !== undefined && Math.abs(longer - tokens) <= tokens * flat;
        const tokensRead = Math.max(...measured.map((each) => each.tokens));
        return isFlat ? { tokens: tokensRead, cut: true, msPerToken } : undefined;
      }
    }
    measured.push({ words: length, tokens });
    const [one, two] = measured;
    if (measured.length === 2 && one && two) {
      const each = (two.tokens - one.tokens) / (two.words - one.words);
      if (each < plausible.least || each > plausible.most) return undefined;
    }
  }
  return { tokens: longest, cut: false, msPerToken };
}

/** Plans that allow one request a second refuse the second: it is asked again a few times, as late as the service says. */
async function countPatiently(
  model: Pick<HostedModel, 'countTokens'>,
  length: number,
  signal: AbortSignal,
): Promise<{ tokens: number | undefined; ms: number }> {
  for (let refusals = 0; ; refusals += 1) {
    try {
      const began = performance.now();
      const tokens = await model.countTokens(probeText(length), signal);
      return { tokens, ms: performance.now() - began };
    } catch (error) {
      const { failure, retryAfterMs = 2_000 } = error instanceof ModelError ? error : {};
      if (failure !== 'rate-limited' || refusals === 2 || retryAfterMs > longestPauseMs) throw error;
      await setTimeout(retryAfterMs, undefined, { signal });
    }
  }
}

function probeText(length: number): string {
  const nonce = Math.random().toString(36).slice(2, 10);
  const all = Array.from({ length }, (_, at) => words[at % words.length]);
  return `${nonce}. Rispondi solo: sì. ${all.join(' ')}`;
}

/**
 * Probes a server once for each address and model; Groq, which refuses what is too large, never. A probe that fails finds nothing
 * out: it may be begun again.
 *
 * @param again it may have been set up to take more since then
 * @throws ModelError
 */
export async function probeOnce(
  model: HostedModel,
  facts: ServerFacts,
  signal: AbortSignal,
  again = false,
): Promise<void> {
  const { window: before } = facts.of(model.server);
  const isEnough = before && (!again || before.tokens >= longest);
  if (model.isGroq || isEnough) return;
  const window = await probeWindow(model, signal);
  // Nothing proven is no reason to ask again: the careful budget of before stays.
  if (!signal.aborted)
    facts.learn(model.server, { window: window ?? before ?? { tokens: unprovenWindow, cut: false } });
}

export type Probing = ReturnType<typeof createProbing>;

/** Probes of one server in the background, one at a time. */
export function createProbing(model: HostedModel, facts: ServerFacts, onError: (error: unknown) => void) {
  const controller = new AbortController();
  let running: Promise<void> | undefined;
  return {
    /** Probes if nothing is known yet: what failed while the server was loading may do once it has answered. */
    begin(again?: boolean): void {
      if (controller.signal.aborted) return;
      running ??= probeOnce(model, facts, controller.signal, again)
        .catch((error: unknown) => {
          if (!controller.signal.aborted) onError(error);
        })
        .finally(() => (running = undefined));
    },
    /** Resolves when nothing runs any more, and nothing will. */
    async end(): Promise<void> {
      controller.abort();
      await running;
    },
  };
}
