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
/** Of what is not the answer's: the rest is the reader's. */
const largestShare = 2 / 3;

/** Tokens of the shared part of a prompt of `tokenBudget` tokens; that of the smallest for a model that counts none. */
export function prefixTokensOf(tokenBudget: number, answerTokens: number): number {
  if (!Number.isFinite(tokenBudget)) return smallest.prefix;
  const { prefix } = promptSizes.findLast(({ tokens }) => tokens <= tokenBudget) ?? smallest;
  return Math.min(prefix, Math.floor((tokenBudget - answerTokens) * largestShare));
}

/** Of a minute's tokens a request may take so much: the next reader is not to wait for a whole one. */
const shareOfMinute = 0.625;

/** What bounds a request. */
interface Bounds {
  /** The most tokens that the server was found to read. */
  window?: number | undefined;
  /** Tokens that provider or author allow in a minute. */
  tokensPerMinute?: number | undefined;
}

/** Tokens of a request, answer included: the largest step within all bounds. */
export function plannedTokens({ window = Infinity, tokensPerMinute = Infinity }: Bounds): number {
  const most = Math.min(window, tokensPerMinute * shareOfMinute);
  return (promptSizes.findLast(({ tokens }) => tokens <= most) ?? smallest).tokens;
}
