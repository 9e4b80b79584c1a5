/**
 * Public list prices of language models, to estimate what an answer costs. When the list changes, change this file:
 * other models count as unknown.
 *
 * Only the default model is listed. Its price is that of Groq's own list of models, as two independent reviews of
 * braintrustdata/braintrust-proxy report having read it in May 2026 (issue 566, pull request 576, merged on 20 May
 * 2026). Prices of other models were removed for lack of a dated reading. `cached`: price of prompt tokens from the
 * provider's cache (its changelog of 21 October 2025; models.dev, pull request 1871, 27 May 2026).
 */
export const modelPrices = {
  source: 'console.groq.com/docs/models',
  date: '2026-05-19',
  currency: 'USD',
  /** Per million tokens. */
  models: {
    'openai/gpt-oss-120b': { input: 0.15, cached: 0.075, output: 0.6 },
  } as Readonly<Record<string, { input: number; cached: number; output: number }>>,
} as const;
