import type { HostedModel } from './hosted.ts';
import { unprovenWindow, type ServerFacts } from './server-facts.ts';
import { ModelError } from './types.ts';

/** Sizes of the probing prompts in words; an Italian word of this kind takes one to three tokens. */
const words =
  'la neve fischia e il relè fa tac con la mano sul filo freddo della linea mentre piano si passa'.split(' ');
/** Tokens aimed at, one request each, until one is counted short; the first two show what a word costs. */
const rungs = [400, 1_000, 2_000, 3_000, 3_800, 6_000, 8_000];
/** How much of what was expected must be counted for the prompt to have been read whole. */
const whole = 0.93;
/** How nearly the same two prompts, one a fourth longer, are counted where the rest is cut. */
const flat = 0.03;
/** A word that is counted as fewer or more tokens than this was not counted. */
const plausible = { least: 0.7, most: 5 };

/**
 * Finds how long a prompt may be before the server silently cuts it: Ollama reads 4,096 tokens of any and drops the
 * head, persona and rules first, and once over the edge keeps no more than half of that. What a server says of itself is not
 * believed: prompts grow until the tokens it counts (`usage`) do not. A count that is missing, constant or implausible proves
 * nothing. Each probe begins otherwise, so that nothing kept from the last one shortens its count.
 *
 * @returns the tokens that were surely read, and whether more are cut; `undefined` when nothing was proven
 */
export async function probeWindow(
  model: Pick<HostedModel, 'countTokens'>,
  signal: AbortSignal,
): Promise<{ tokens: number; cut: boolean } | undefined> {
  const measured: { words: number; tokens: number }[] = [];
  const count = (length: number) => model.countTokens(probeText(length), signal);
  for (const rung of rungs) {
    const [first, second] = measured;
    const cost = first && second ? (second.tokens - first.tokens) / (second.words - first.words) : 1.4;
    const length = Math.round(rung / cost);
    let tokens: number | undefined;
    try {
      tokens = await count(length);
    } catch (error) {
      if (!(error instanceof ModelError) || error.failure !== 'too-large') throw error;
      // It says so itself: nothing is cut in silence, but no more fits.
      const last = measured.at(-1)?.tokens;
      return last === undefined ? undefined : { tokens: last, cut: false };
    }
    if (tokens === undefined || !(tokens > 0)) return undefined;
    if (measured.length >= 2 && first) {
      const expected = first.tokens + cost * (length - first.words);
      if (tokens < expected * whole) {
        const longer = await count(Math.round(length * 1.25)).catch(() => undefined);
        const isFlat = longer !== undefined && Math.abs(longer - tokens) <= tokens * flat;
        return isFlat ? { tokens: Math.max(...measured.map((each) => each.tokens)), cut: true } : undefined;
      }
    }
    measured.push({ words: length, tokens });
    const [one, two] = measured;
    if (measured.length === 2 && one && two) {
      const each = (two.tokens - one.tokens) / (two.words - one.words);
      if (each < plausible.least || each > plausible.most) return undefined;
    }
  }
  return { tokens: rungs.at(-1) ?? 0, cut: false };
}

function probeText(length: number): string {
  const nonce = Math.random().toString(36).slice(2, 10);
  const all = Array.from({ length }, (_, at) => words[at % words.length]);
  return `${nonce}. Rispondi solo: sì. ${all.join(' ')}`;
}

/** Probes a server once for each address and model; Groq, which refuses what is too large, never. */
export async function probeOnce(model: HostedModel, facts: ServerFacts, signal: AbortSignal): Promise<void> {
  if (model.isGroq || facts.of(model.server).window) return;
  const window = await probeWindow(model, signal);
  // Nothing proven is no reason to ask again: the careful budget of before stays.
  if (!signal.aborted)
    facts.learn(model.server, { window: window ?? { tokens: unprovenWindow, cut: false } });
}
