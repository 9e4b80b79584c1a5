import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { realDisk, writeWhole } from './disk.ts';
import { StoreError } from './store-error.ts';

const fileName = 'session.key';
/** Beside it and not in it: the version before this one goes on reading the newest key. */
const olderName = 'session.old-keys';

/**
 * The 32-byte key that seals the cookies: from SESSION_SECRET, else from `session.key` in the data
 * folder, made on the first start and readable by its owner only. Losing it signs everybody out, and every
 * reader loses what their cookie opens: so it carries a checksum, and is on the disk before the first cookie.
 *
 * @throws StoreError when a byte of the file is not as it was written
 */
export async function loadSessionKey(dataDir: string, secret: string | undefined): Promise<Buffer> {
  if (secret !== undefined) return keyFromSecret(secret);
  const path = join(dataDir, fileName);
  const existing = await readIfThere(path);
  if (existing === undefined) {
    const key = randomBytes(32);
    await writeKey(dataDir, key);
    return key;
  }
  const [, hex, checksum] = /^([0-9a-f]{64})(?: ([0-9a-f]{8}))?\n?$/.exec(existing) ?? [];
  if (hex === undefined || (checksum !== undefined && checksum !== checksumOf(hex))) {
    throw damagedKeyError(path);
  }
  const key = Buffer.from(hex, 'hex');
  // Written by an older version.
  if (checksum === undefined) await writeKey(dataDir, key);
  return key;
}

/** A key that was rotated away: it seals nothing any more, and opens what it sealed. */
interface OlderKey {
  id: string;
  key: Buffer;
  /** When it was rotated away. */
  until: string;
}

/** What people call a key: eight letters and digits from which nothing of it can be told. */
export function keyId(key: Buffer): string {
  return createHash('sha256').update('session key id').update(key).digest('hex').slice(0, 8);
}

/** The keys that were rotated away and are kept, newest first. @throws StoreError when a byte is not as it was written */
export async function loadOlderKeys(dataDir: string): Promise<OlderKey[]> {
  const path = join(dataDir, olderName);
  const lines = (await readIfThere(path))?.split('\n').filter(Boolean) ?? [];
  return lines.map((line) => {
    const [, hex = '', until = '', checksum] = /^([0-9a-f]{64}) (\S+) ([0-9a-f]{8})$/.exec(line) ?? [];
    if (checksum !== checksumOf(`${hex} ${until}`)) throw damagedKeyError(path);
    const key = Buffer.from(hex, 'hex');
    return { id: keyId(key), key, until };
  });
}

/** Every key that is kept makes each cookie that none opens dearer. */
const mostOlder = 4;

/**
 * Makes a new key for the cookies and keeps the one of now among the older. For a site that is stopped. Cut short between the
 * two files, the key of now is in both: nothing is lost.
 *
 * @throws StoreError when as many are kept as may be
 */
export async function rotateSessionKey(dataDir: string): Promise<void> {
  const key = await loadSessionKey(dataDir, undefined);
  const older = (await loadOlderKeys(dataDir)).filter(({ id }) => id !== keyId(key));
  if (older.length >= mostOlder) {
    const sentence = `Le chiavi vecchie sono già ${mostOlder}: prima di farne una nuova togline una.`;
    throw new StoreError('unreadable', join(dataDir, olderName), sentence);
  }
  await writeOlder(dataDir, [{ id: keyId(key), key, until: new Date().toISOString() }, ...older]);
  await writeKey(dataDir, randomBytes(32));
}

/** Forgets an older key: what it sealed opens nothing any more. @returns whether there was one of this id */
export async function dropOlderKey(dataDir: string, id: string): Promise<boolean> {
  const older = await loadOlderKeys(dataDir);
  const left = older.filter((one) => one.id !== id);
  if (left.length === older.length) return false;
  await writeOlder(dataDir, left);
  return true;
}

async function writeOlder(dataDir: string, keys: readonly OlderKey[]): Promise<void> {
  const lines = keys.map(({ key, until }) => `${key.toString('hex')} ${until}`);
  const content = Buffer.from(lines.map((line) => `${line} ${checksumOf(line)}\n`).join(''));
  await writeWhole(realDisk, join(dataDir, olderName), 0o600, content);
  await realDisk.syncDirectory(dataDir);
}

function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unreadableKeyError(path, error);
  });
}

function damagedKeyError(path: string): StoreError {
  return new StoreError(
    'damaged',
    path,
    `Il file ${path}, la chiave dei cookie, è danneggiato: rimetti la copia che ne hai, ` +
      'oppure cancellalo per farne una nuova (i lettori perderanno l’accesso al livello raggiunto).',
  );
}

export function keyFromSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
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

function unreadableKeyError(path: string, cause: Error): StoreError {
  const sentence = `Il file ${path}, la chiave dei cookie, non si può leggere: ${cause.message}`;
  return new StoreError('unreadable', path, sentence, { cause });
}
