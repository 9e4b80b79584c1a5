/**
 * What a language model costs at its provider's public list, to tell the author what an answer costs. Free plans cost nothing
 * until they are used up. When the list changes, change this file: a model that is not here is said to be unknown.
 */
export const modelPrices = {
  source: 'groq.com/pricing',
  /** When the list was read. */
  date: '2026-05-19',
  currency: 'USD',
  /** For a million tokens. */
  models: {
    'openai/gpt-oss-120b': { input: 0.15, output: 0.6 },
    'openai/gpt-oss-20b': { input: 0.075, output: 0.3 },
    'qwen/qwen3-32b': { input: 0.29, output: 0.59 },
    'meta-llama/llama-4-scout-17b-16e-instruct': { input: 0.11, output: 0.34 },
    'llama-3.3-70b-versatile': { input: 0.59, output: 0.79 },
    'llama-3.1-8b-instant': { input: 0.05, output: 0.08 },
  } as Readonly<Record<string, { input: number; output: number }>>,
} as const;
