import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { DailyCopies as Told } from '#shared/contracts/daily-copies.ts';
import { AppError } from '#shared/errors.ts';
import { utcDay } from '#shared/utc-day.ts';
import { sync } from '#server/storage/files/sync.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { checkedDatabase } from '#server/storage/store/check.ts';
import type { Store } from '#server/storage/store/types.ts';

export type DailyCopies = ReturnType<typeof createDailyCopies>;

export interface DailyCopiesOptions {
  store: Pick<Store, 'openSnapshot'>;
  files: Pick<FileStore, 'list' | 'read'>;
  /** Where the copies are; made when the first one is. */
  folder: string;
  onFailure(error: unknown): void;
  /** Until when time has surely passed: copies grow old by this (see `passed-time.ts`). */
  passed?: () => number;
  clock?: () => number;
  /** Bytes that are free where a folder is; `undefined` where the system does not say. */
  room?: (folder: string) => Promise<number | undefined>;
}

const manifest = z.object({
  at: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});
type Manifest = z.infer<typeof manifest>;

const keptDays = 7;
/** Readers are told that copies expire in so many days: older ones go, whether or not newer ones could be made. */
const oldestDays = 30;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** A start has other things to do. */
const firstMs = 5 * 60_000;
/** What the database and uploads of the next days may need: a copy leaves this much free. */
const spareBytes = 512 * 1024 * 1024;
const dayName = /^\d{4}-\d\d-\d\d$/;
const databaseName = 'db.json';
const manifestName = 'files.json';

/** Not an Error of the program: the author reads its message. */
class Skipped extends Error {}

/**
 * A copy of everything a day in a folder of this machine, seven kept: `<day>/db.json`, `<day>/files.json` (which uploads there
 * were) and `files/`, where each upload lies once for all days. A day's folder is there only when what it holds was read back.
 */
export function createDailyCopies(options: DailyCopiesOptions) {
  const { folder, onFailure, clock = Date.now, passed = clock } = options;
  let state: Told['state'] = 'waiting';
  let problem: string | undefined;
  let running: Promise<void> | undefined;
  const bounds = () => ({ today: utcDay(clock()), oldest: utcDay(passed() - oldestDays * dayMs) });

  async function attempt(): Promise<void> {
    try {
      await makeCopy(options, new Date(clock()));
      await prune(folder, bounds());
      state = 'ok';
      problem = undefined;
    } catch (error) {
      await rm(partialOf(folder, utcDay(clock())), { recursive: true, force: true }).catch(() => undefined);
      await prune(folder, bounds()).catch(onFailure);
      const isSkipped = error instanceof Skipped;
      state = isSkipped ? 'skipped' : 'failing';
      problem = isSkipped
        ? error.message
        : 'La copia di oggi non è riuscita: il disco ha dato un errore. Riprovo fra un’ora.';
      if (!isSkipped) onFailure(error);
    }
  }
  const copyNow = () => (running ??= attempt().finally(() => (running = undefined)));
  const copyIfDue = async () => {
    const days = await daysIn(folder);
    if (!days.includes(utcDay(clock()))) return copyNow();
    state = 'ok';
  };
  const first = setTimeout(() => void copyIfDue(), firstMs).unref();
  const hourly = setInterval(() => void copyIfDue(), hourMs).unref();

  return {
    /** For the monitor: `waiting` until the first attempt of this process. */
    get state() {
      return state;
    },
    /** Makes today's copy; what fails is told by `status` and `onFailure`, and tried again in an hour. */
    copyNow,
    async status(): Promise<Told> {
      const days = await daysIn(folder);
      const copies = await Promise.all(days.map((day) => describeCopy(folder, day)));
      return {
        state,
        folder,
        ...(problem !== undefined && { problem }),
        copies: copies.flatMap((copy) => copy ?? []),
      };
    },
    /** What a restore is made of. @throws AppError NOT_FOUND */
    async open(day: string): Promise<{ database: Readable; files: Pick<FileStore, 'list' | 'read'> }> {
      const manifest = dayName.test(day) ? await readManifest(folder, day) : undefined;
      if (!manifest) throw new AppError('NOT_FOUND', 'Questa copia non c’è più.');
      const modifiedAt = new Date(manifest.at);
      return {
        database: createReadStream(join(folder, day, databaseName)),
        files: {
          list: async () => manifest.files.map(({ name, bytes }) => ({ name, bytes, modifiedAt })),
          read: (name) => createReadStream(join(folder, 'files', name)),
        },
      };
    },
    async close(): Promise<void> {
      clearTimeout(first);
      clearInterval(hourly);
      await running;
    },
  };
}

/** Where a day's copy is until it was read back. */
const partialOf = (folder: string, day: string) => join(folder, `.${day}`);

/** The days that have a copy, newest first. */
async function daysIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => dayName.test(name))
    .sort()
    .reverse();
}

async function readManifest(folder: string, day: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, day, manifestName), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : manifest.parse(JSON.parse(text));
}

async function describeCopy(folder: string, day: string): Promise<Told['copies'][number] | undefined> {
  const manifest = await readManifest(folder, day);
  if (!manifest) return undefined;
  const { size } = await stat(join(folder, day, databaseName));
  return { day, at: manifest.at, databaseBytes: size, files: manifest.files.length };
}

async function freeBytes(folder: string): Promise<number | undefined> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: undefined, bsize: 0 }));
  return bavail === undefined ? undefined : bavail * bsize;
}

/** @throws Skipped, or the operating system's error: then there is no folder of the day */
async function makeCopy(
  { store, files, folder, room = freeBytes }: DailyCopiesOptions,
  now: Date,
): Promise<void> {
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 });
  const day = utcDay(now.getTime());
  const partial = partialOf(folder, day);
  await rm(partial, { recursive: true, force: true });
  const copiedFiles = await knownFiles(folder);
  const present = await files.list();
  const missing = present.filter(({ name, bytes }) => copiedFiles.get(name)?.bytes !== bytes);
  const snapshot = await store.openSnapshot();
  try {
    const neededBytes = missing.reduce((sum, { bytes }) => sum + bytes, snapshot.bytes);
    const free = await room(folder);
    if (free !== undefined && free < neededBytes + spareBytes) {
      throw new Skipped(
        'Sul disco non c’è abbastanza spazio: la copia di oggi non è stata fatta. Le altre restano.',
      );
    }
    await mkdir(partial, { mode: 0o700 });
    await writeFile(join(partial, databaseName), snapshot.open(), { mode: 0o600 });
  } finally {
    await snapshot.release();
  }
  await sync(join(partial, databaseName));
  const content = await checkedDatabase(join(partial, databaseName));
  if ('problems' in content)
    throw new Error(`the copied database is damaged: ${content.problems.join('; ')}`);
  for (const { name, bytes } of missing)
    copiedFiles.set(name, { name, bytes, sha256: await copyUpload(files, folder, name) });
  const manifest: Manifest = {
    at: now.toISOString(),
    files: present.flatMap(({ name }) => copiedFiles.get(name) ?? []),
  };
  await writeFile(join(partial, manifestName), JSON.stringify(manifest), { mode: 0o600 });
  await sync(join(partial, manifestName));
  await rm(join(folder, day), { recursive: true, force: true });
  await rename(partial, join(folder, day));
  await sync(folder);
}

/** The uploads that kept copies hold, whose file is still there. */
async function knownFiles(folder: string): Promise<Map<string, Manifest['files'][number]>> {
  const filesByName = new Map<string, Manifest['files'][number]>();
  for (const day of await daysIn(folder)) {
    for (const file of (await readManifest(folder, day))?.files ?? []) {
      const status = await stat(join(folder, 'files', file.name)).catch(() => undefined);
      if (status?.size === file.bytes) filesByName.set(file.name, file);
    }
  }
  return filesByName;
}

/** Copies an upload and reads the copy back. @returns its SHA-256 @throws when what was read back is not what was written */
async function copyUpload(files: Pick<FileStore, 'read'>, folder: string, name: string): Promise<string> {
  const target = join(folder, 'files', name);
  const partial = `${target}.partial`;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  await pipeline(
    files.read(name),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(partial, { mode: 0o600 }),
  );
  await sync(partial);
  const readBack = createHash('sha256');
  await pipeline(createReadStream(partial), readBack);
  const sha256 = hash.digest('hex');
  if (readBack.digest('hex') !== sha256) throw new Error(`the copy of ${name} is not what was written`);
  await rename(partial, target);
  await sync(dirname(target));
  return sha256;
}

/**
 * Removes all but so many copies, those from before a day, and the uploads that only they had. What claims to be of the future,
 * made while the clock was wrong, goes before what is of today.
 */
async function prune(folder: string, { today, oldest }: { today: string; oldest: string }): Promise<void> {
  const days = await daysIn(folder);
  const newestFirst = [...days.filter((day) => day <= today), ...days.filter((day) => day > today)];
  const oldDays = newestFirst.filter((day, index) => index >= keptDays || day < oldest);
  for (const day of oldDays) await rm(join(folder, day), { recursive: true, force: true });
  const keptNames = new Set([...(await knownFiles(folder)).keys()]);
  const root = join(folder, 'files');
  if (!(await stat(root).catch(() => undefined))) return;
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !keptNames.has(path.slice(root.length + 1))) await rm(path, { force: true });
  }
}
