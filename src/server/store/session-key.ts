import { createHash, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The 32-byte key that seals the cookies: from SESSION_SECRET, else from `session.key` in the data
 * folder, made on the first start and readable by its owner only. Losing it signs everybody out.
 */
export async function loadSessionKey(dataDir: string, secret: string | undefined): Promise<Buffer> {
  if (secret !== undefined) return createHash('sha256').update(secret).digest();
  const path = join(dataDir, 'session.key');
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (existing !== undefined) {
    const key = Buffer.from(existing.trim(), 'hex');
    if (key.length === 32) return key;
    throw new Error(
      `Il file ${path} è danneggiato: cancellalo per crearne uno nuovo (i lettori perderanno l’accesso).`,
    );
  }
  const key = randomBytes(32);
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(`${key.toString('hex')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return key;
}
