/**
 * What a prompt may take, in tokens: with its answer, and the part of it that all readers of a level share. The steps are
 * few, so that a service which keeps a prefix it has read finds the same one again.
 */
const promptSizes = [
  { tokens: 4_096, prefix: 2_000 },
  { tokens: 5_000, prefix: 3_000 },
  { tokens: 10_500, prefix: 8_000 },
  { tokens: 18_500, prefix: 16_000 },
] as const;

const [smallest] = promptSizes;
/** What is left to the reader: so many tokens, or a third where there is little. */
const readersTokens = 1_500;
const readersShare = 1 / 3;

/** Tokens of the shared part of a prompt of `tokenBudget` tokens; that of the smallest for a model that counts none. */
export function prefixTokensOf(tokenBudget: number, answerTokens: number): number {
  if (!Number.isFinite(tokenBudget)) return smallest.prefix;
  const { prefix } = promptSizes.findLast(({ tokens }) => tokens <= tokenBudget) ?? smallest;
  const prompt = tokenBudget - answerTokens;
  return Math.min(prefix, Math.floor(Math.max(prompt - readersTokens, prompt * (1 - readersShare))));
}

/** Of a minute's tokens a request may take so much: the next reader is not to wait for a whole one. */
const shareOfMinute = 0.625;
/** Of the time a reader waits for the first words, what reading a prefix anew may take. */
const shareOfWait = 0.5;
/** What is planned where nobody has said that more fits: what the least generous servers give by default. */
export const unprovenWindow = smallest.tokens;

/** What bounds a request. */
interface Bounds {
  /** The most tokens that the server reads, or that are to be spent. */
  window?: number;
  /** Tokens that provider or author allow in a minute; absent: as many as are asked for. */
  tokensPerMinute?: number | undefined;
  /** The service keeps what it has read of a prompt. Where it does not, each reply costs the whole of it. */
  caches: boolean;
  /** How long it takes to read a token, and how long a reader waits, in milliseconds. */
  msPerToken?: number | undefined;
  waitMs?: number;
}

/** Tokens of a reply's request, answer included: the largest size within all bounds. */
export function plannedTokens({
  window = Infinity,
  tokensPerMinute = Infinity,
  caches,
  msPerToken = 0,
  waitMs = Infinity,
}: Bounds): number {
  const mostOfMinute = Math.max(tokensPerMinute * shareOfMinute, Math.min(smallest.tokens, tokensPerMinute));
  const most = Math.min(window, mostOfMinute);
  const isAffordable = caches || !Number.isFinite(tokensPerMinute);
  const size = promptSizes.findLast(
    ({ tokens, prefix }) => isAffordable && tokens <= most && prefix * msPerToken <= waitMs * shareOfWait,
  );
  return size?.tokens ?? Math.min(smallest.tokens, Math.floor(most));
}
