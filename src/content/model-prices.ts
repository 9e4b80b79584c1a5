/**
 * What a language model costs at its provider's public list, to tell the author what an answer costs. Free plans cost nothing
 * until they are used up. When the list changes, change this file: a model that is not here is said to be unknown.
 *
 * Only the default model is here. Its price is that of Groq's own list of models, as two independent reviews of
 * braintrustdata/braintrust-proxy report having read it in May 2026 (issue 566, pull request 576, merged on 20 May 2026). Prices
 * of other models were taken out: no dated reading of the provider's list stands behind them. `cached` is what a prompt costs that the
 * provider had kept (its changelog of 21 October 2025; models.dev, pull request 1871, 27 May 2026).
 */
export const modelPrices = {
  source: 'console.groq.com/docs/models',
  /** When the list was read. */
  date: '2026-05-19',
  currency: 'USD',
  /** For a million tokens. */
  models: {
    'openai/gpt-oss-120b': { input: 0.15, cached: 0.075, output: 0.6 },
  } as Readonly<Record<string, { input: number; cached: number; output: number }>>,
} as const;
