import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { realDisk, writeWhole } from './disk.ts';
import { StoreError } from './store-error.ts';

const fileName = 'session.key';

/**
 * The 32-byte key that seals the cookies: from SESSION_SECRET, else from `session.key` in the data
 * folder, made on the first start and readable by its owner only. Losing it signs everybody out, and every
 * reader loses what their cookie opens: so it carries a checksum, and is on the disk before the first cookie.
 *
 * @throws StoreError when a byte of the file is not as it was written
 */
export async function loadSessionKey(dataDir: string, secret: string | undefined): Promise<Buffer> {
  if (secret !== undefined) return createHash('sha256').update(secret).digest();
  const path = join(dataDir, fileName);
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unreadable(path, error);
  });
  if (existing === undefined) {
    const key = randomBytes(32);
    await writeKey(dataDir, key);
    return key;
  }
  const [, hex, checksum] = /^([0-9a-f]{64})(?: ([0-9a-f]{8}))?\n?$/.exec(existing) ?? [];
  if (hex === undefined || (checksum !== undefined && checksum !== checksumOf(hex))) {
    throw new StoreError(
      'damaged',
      path,
      `Il file ${path}, la chiave dei cookie, è danneggiato: rimetti la copia che ne hai, ` +
        'oppure cancellalo per farne una nuova (i lettori perderanno l’accesso al livello raggiunto).',
    );
  }
  const key = Buffer.from(hex, 'hex');
  // Written by an older version.
  if (checksum === undefined) await writeKey(dataDir, key);
  return key;
}

function checksumOf(hex: string): string {
  return crc32(hex).toString(16).padStart(8, '0');
}

/** There whole or not at all, whenever the power goes. */
async function writeKey(dataDir: string, key: Buffer): Promise<void> {
  const hex = key.toString('hex');
  const content = Buffer.from(`${hex} ${checksumOf(hex)}\n`);
  await writeWhole(realDisk, join(dataDir, fileName), 0o600, content);
  await realDisk.syncDirectory(dataDir);
}

function unreadable(path: string, cause: Error): StoreError {
  const sentence = `Il file ${path}, la chiave dei cookie, non si può leggere: ${cause.message}`;
  return new StoreError('unreadable', path, sentence, { cause });
}
