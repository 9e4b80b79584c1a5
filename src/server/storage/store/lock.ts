import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { errorCode } from './disk.ts';
import { StoreError } from './store-error.ts';

/**
 * The lock: a file naming the process that has the database open. A process that wants it first writes a file of its own
 * beside, `<lock>.<token>`, and gives that the lock's name when it sees neither another of those nor a lock of the living.
 */
const owner = z.strictObject({
  token: z.string().min(1),
  pid: z.number().int().min(1),
  /** What tells this process from a later one with the same id: its start in clock ticks, and the machine's boot. */
  started: z.string(),
  /** Process ids mean something only inside one of these (a container has its own). */
  processes: z.string(),
  /**
   * CRC-32 of the others as JSON: one wrong byte could make a living owner look dead, and let two processes write. None in the
   * locks of older versions.
   */
  checksum: z.number().optional(),
});

type Owner = z.infer<typeof owner>;

/** A lock's owner whom we cannot see (another container) shows that it lives by touching the file this often. */
const heartbeatMilliseconds = 2_000;
const silenceMilliseconds = 7_000;
/** How often one looks whether another that wants the lock is gone. */
const othersMilliseconds = 10;
/** What follows the lock's name in the file of a process that wants it; the version before took over under a digest. */
const wanted = /^(?:[0-9a-f-]{36}|[0-9a-f]{16})$/;

export interface Lock {
  release(): Promise<void>;
}

async function readOrEmpty(path: string): Promise<string> {
  try {
    return (await fs.readFile(path, 'utf8')).trim();
  } catch {
    return '';
  }
}

/** Start of a process in clock ticks since boot and the boot's id; `''` where there is no /proc, and for a dead process. */
async function startOf(pid: number | 'self'): Promise<string> {
  // The command name, in brackets, may hold blanks and brackets itself: fields are counted after the last one.
  const [state, ...fields] = (await readOrEmpty(`/proc/${pid}/stat`)).split(') ').at(-1)?.split(' ') ?? [];
  const ticks = fields[18];
  // One that is dead is still listed until its parent has taken note of it, which some never do.
  const isDead = state === 'Z' || state === 'X';
  return ticks && !isDead ? `${ticks}@${await readOrEmpty('/proc/sys/kernel/random/boot_id')}` : '';
}

async function processSpace(): Promise<string> {
  try {
    return `${hostname()} ${await fs.readlink('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

async function isAlive(path: string, { pid, started, processes }: Owner, silence: number): Promise<boolean> {
  if (processes !== (await processSpace())) return showsLife(path, silence);
  if (started) return (await startOf(pid)) === started;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

async function modifiedTime(path: string): Promise<number> {
  try {
    return (await fs.stat(path)).mtimeMs;
  } catch {
    return 0;
  }
}

/** Watches for a change, so that no two clocks are compared. */
async function showsLife(path: string, silence: number): Promise<boolean> {
  const before = await modifiedTime(path);
  await delay(silence);
  return (await modifiedTime(path)) !== before;
}

function lockedError(path: string, pid: number): StoreError {
  return new StoreError(
    'locked',
    path,
    `Il database è già aperto da un altro processo (numero ${pid}): il sito è già in funzione, o un ripristino è in corso. ` +
      `Ferma quello e riprova (file ${path}).`,
  );
}

async function readOwner(path: string): Promise<Owner | undefined> {
  let content: string;
  try {
    content = await fs.readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { checksum, ...rest } = owner.parse(JSON.parse(content));
    if (checksum !== undefined && checksum !== checksumOf(rest)) throw new RangeError('wrong checksum');
    return rest;
  } catch (error) {
    throw new StoreError(
      'locked',
      path,
      `Il file ${path}, che dice quale processo usa il database, non si legge: se il sito non è in funzione, cancellalo e riprova.`,
      { cause: error },
    );
  }
}

function checksumOf(owned: Owner): number {
  return crc32(JSON.stringify(owned));
}

/**
 * Takes the lock, or takes it over from a dead process. Of several at once exactly one gets it: the one whose token comes first.
 *
 * @param silence after how many milliseconds without a sign an owner in another container counts as dead
 * @throws StoreError `locked` when a living process holds it, this one included
 */
export async function acquireLock(
  path: string,
  onTakeOver: (pid: number) => void,
  silence: number = silenceMilliseconds,
): Promise<Lock> {
  const token = randomUUID();
  const own = `${path}.${token}`;
  const self: Owner = {
    token,
    pid: process.pid,
    started: await startOf('self'),
    processes: await processSpace(),
  };
  try {
    await writeOwner(own, self);
    await outlastOthers(path, own, silence);
    const found = await readOwner(path);
    if (found && (await isAlive(path, found, silence))) throw lockedError(path, found.pid);
    await fs.rename(own, path).catch(async (error: unknown) => {
      // Another took this one for dead.
      const other = await readOwner(path);
      throw other ? lockedError(path, other.pid) : error;
    });
    if (found) onTakeOver(found.pid);
  } finally {
    // Whatever went wrong: who is started again and again on a full disk would leave a file each time.
    await fs.rm(own, { force: true });
  }

  const heartbeat = setInterval(() => {
    const now = new Date();
    // A lock that cannot be touched is only slower to be recognised as alive from another container.
    fs.utimes(path, now, now).catch(() => undefined);
  }, heartbeatMilliseconds).unref();
  return {
    async release() {
      clearInterval(heartbeat);
      // One that cannot be read any more is left for a person to look at; what was written is safe all the same.
      const found = await readOwner(path).catch(() => undefined);
      if (found?.token === token) await fs.rm(path, { force: true });
    },
  };
}

async function writeOwner(path: string, self: Owner): Promise<void> {
  const file = await fs.open(path, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify({ ...self, checksum: checksumOf(self) }));
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Waits until no other process wants the lock. What a dead one left is removed; a file that cannot be read is being written, or
 * was when its process died.
 *
 * @throws StoreError `locked` when a living one comes before this one, or does not go away
 */
async function outlastOthers(path: string, own: string, silence: number): Promise<void> {
  const until = performance.now() + silence;
  const [folder, prefix] = [dirname(path), `${basename(path)}.`];
  for (;;) {
    const others = (await fs.readdir(folder))
      .filter((name) => name.startsWith(prefix) && wanted.test(name.slice(prefix.length)))
      .map((name) => join(folder, name))
      .filter((file) => file !== own);
    if (others.length === 0) return;
    for (const other of others) {
      const owner = await readOwner(other).catch(() => undefined);
      const isOver = performance.now() > until;
      const isOurs = owner?.processes === (await processSpace());
      if (owner && isOurs && (await isAlive(other, owner, silence))) {
        if (other < own || isOver) throw lockedError(path, owner.pid);
      } else if (isOver || (owner && isOurs)) await fs.rm(other, { force: true });
    }
    await delay(othersMilliseconds);
  }
}
