import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { realDisk, writeWhole } from '../storage/store/disk.ts';

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

const fileName = 'model-settings.json';

/**
 * A file of its own, readable by its owner only: the key is in neither the database nor its backups, and a restore brings none.
 *
 * @throws when the file is there and cannot be read as what it was written as
 */
export async function readSettings(dataDir: string): Promise<KeptSettings> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return settings.parse(JSON.parse(text));
}

/** There whole or not at all, whenever the power goes. */
export async function writeSettings(dataDir: string, kept: KeptSettings): Promise<void> {
  await writeWhole(
    realDisk,
    join(dataDir, fileName),
    0o600,
    Buffer.from(`${JSON.stringify(kept, undefined, 2)}\n`),
  );
  await realDisk.syncDirectory(dataDir);
}
