import { z } from 'zod';

const limits = z.object({
  tokensPerMinute: z.number().optional(),
  dayTokens: z.number().optional(),
  monthTokens: z.number().optional(),
  dayMoney: z.number().optional(),
  monthMoney: z.number().optional(),
  readerShare: z.number().optional(),
});
const settings = z.object({
  address: z.string().optional(),
  key: z.string().optional(),
  model: z.string().optional(),
  /** Of the model, as its server lists it: dollars for a million tokens. */
  price: z.object({ input: z.number(), output: z.number() }).optional(),
  limits: limits.default({}),
});

/** What the author has set in the panel. */
export type KeptSettings = z.infer<typeof settings>;
export type KeptLimits = z.infer<typeof limits>;

/** A file that is there whole or not at all. */
export interface KeptFile {
  /** `undefined` when there is none. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** @throws when the file is there and is not what {@link writeSettings} wrote */
export async function readSettings(file: KeptFile): Promise<KeptSettings> {
  return settings.parse(JSON.parse((await file.read()) ?? '{}'));
}

export const writeSettings = (file: KeptFile, kept: KeptSettings): Promise<void> =>
  file.write(`${JSON.stringify(kept, undefined, 2)}\n`);
