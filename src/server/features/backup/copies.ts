import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { chooseCopy, copyReason, type CopiesStatus, type CopyReason } from '#shared/contracts/copies.ts';
import { AppError } from '#shared/errors.ts';
import { utcDay } from '#shared/utc-day.ts';
import { ownName } from '#server/storage/files/public-files.ts';
import { sha256Of } from '#server/storage/files/sha256.ts';
import { sync } from '#server/storage/files/sync.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { checkedDatabase } from '#server/storage/store/check.ts';
import type { Store } from '#server/storage/store/types.ts';

export type Copies = ReturnType<typeof createCopies>;

export interface CopiesOptions {
  store: Pick<Store, 'openSnapshot'>;
  files: Pick<FileStore, 'list' | 'read'>;
  /** Where the copies are; made when the first one is. */
  folder: string;
  onFailure(error: unknown): void;
  /** Which build of the site this is: another one's first start makes a copy. */
  build?: string;
  /** Until when time has surely passed: copies grow old by this (see `passed-time.ts`). */
  passed?: () => number;
  clock?: () => number;
  /** Bytes that are free where a folder is; `undefined` where the system does not say. */
  room?: (folder: string) => Promise<number | undefined>;
}

const manifest = z.object({
  at: z.string(),
  reason: copyReason.default('daily'),
  build: z.string().optional(),
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      /** Where it lies below `files/`, when another upload of its name was there first. */
      place: z.string().optional(),
    }),
  ),
});
type Manifest = z.infer<typeof manifest>;
type CopiedFile = Manifest['files'][number];

const placeOf = ({ name, place }: CopiedFile) => place ?? name;

const mebibyte = 1024 * 1024;
/** The copies of the days and those before an act have places of their own: neither push the others out. */
const keptOf = { daily: 7, before: 10 };
/** What a copy leaves free on the disk: one of a day, for what the next days may need; one before an act, for the act. */
const spareBytes = { daily: 512 * mebibyte, before: 64 * mebibyte };
/** Readers are told that copies expire in so many days: older ones go, whether or not newer ones could be made. */
const oldestDays = 30;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** A start has other things to do. */
const firstMs = 5 * 60_000;
const databaseName = 'db.json';
const manifestName = 'files.json';

/** Not an Error of the program: the author reads its message. */
class Skipped extends Error {}

/** The folder of the copies, or the one that it will be made in. @throws the operating system's error */
async function requireWritable(folder: string): Promise<void> {
  const isThere = await stat(folder).catch(() => undefined);
  await access(isThere ? folder : dirname(folder), constants.W_OK);
}

const unwritable: readonly unknown[] = ['EROFS', 'EACCES', 'EPERM'];

function problemOf(error: unknown, folder: string): string {
  if (error instanceof Skipped)
    return 'Sul disco non c’è abbastanza spazio: la copia di oggi non è stata fatta. Le altre restano.';
  if (error instanceof Error && 'code' in error && unwritable.includes(error.code))
    return `Nella cartella ${folder} il sito non può scrivere, e le copie non si fanno. Deve essere dell’utente del sito; con systemd serve anche ReadWritePaths=${folder} (systemctl edit libro), in un container un volume montato lì.`;
  return 'La copia di oggi non è riuscita: il disco ha dato un errore. Riprovo fra un’ora.';
}

const kindOf = (name: string) => (name.includes('T') ? 'before' : 'daily');
const dayOf = (name: string) => name.slice(0, 10);
const momentName = (time: number) => new Date(time).toISOString().replaceAll(':', '');

/**
 * Copies of everything in a folder of this machine, one a day, one before each act that replaces much and one at each update: `<name>/db.json`,
 * `<name>/files.json` (which uploads there were) and `files/`, where each upload lies once for all copies. A copy's folder is
 * there only when what it holds was read back.
 */
export function createCopies(options: CopiesOptions) {
  const { folder, onFailure, clock = Date.now, passed = clock } = options;
  let state: CopiesStatus['state'] = 'waiting';
  let problem: string | undefined;
  let daily: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  /** One at a time: each knows which uploads those before it hold. */
  const inTurn = (work: () => Promise<void>): Promise<void> =>
    (last = last.catch(() => undefined).then(work));
  const pruneNow = () => prune(folder, utcDay(clock()), utcDay(passed() - oldestDays * dayMs));

  async function attempt(): Promise<void> {
    const now = new Date(clock());
    try {
      await makeCopy(options, utcDay(now.getTime()), now, 'daily');
      await pruneNow();
      state = 'ok';
      problem = undefined;
    } catch (error) {
      await pruneNow().catch(onFailure);
      noteFailure(error);
    }
  }
  function noteFailure(error: unknown): void {
    state = error instanceof Skipped ? 'skipped' : 'failing';
    problem = problemOf(error, folder);
    if (state === 'failing') onFailure(error);
  }
  const copyNow = () => (daily ??= inTurn(attempt).finally(() => (daily = undefined)));
  const copyIfDue = async () => {
    const names = await namesIn(folder);
    if (!names.includes(utcDay(clock()))) return copyNow();
    state = 'ok';
  };
  async function begin(): Promise<void> {
    await requireWritable(folder);
    const [newest] = await namesIn(folder);
    const earlier = newest === undefined ? undefined : await readManifest(folder, newest);
    if (options.build === undefined || !earlier || earlier.build === options.build) return;
    await makeCopy(options, momentName(clock()), new Date(clock()), 'update');
  }
  void inTurn(begin).catch(noteFailure);
  const first = setTimeout(() => void copyIfDue(), firstMs).unref();
  const hourly = setInterval(() => void copyIfDue(), hourMs).unref();

  return {
    /** For the monitor: `waiting` until the first attempt of this process. */
    get state() {
      return state;
    },
    /** Makes today's copy; what fails is told by `status` and `onFailure`, and tried again in an hour. */
    copyNow,
    /** Makes today's copy where there is none yet. */
    copyIfDue,
    /**
     * Makes the copy that the author asked for, or that an act is gone back from.
     *
     * @throws AppError UNAVAILABLE: then the act must not begin
     */
    async copyBefore(reason: Exclude<CopyReason, 'daily' | 'update'>): Promise<void> {
      try {
        await inTurn(async () => {
          const now = new Date(clock());
          await makeCopy(options, momentName(now.getTime()), now, reason);
          await pruneNow().catch(onFailure);
        });
      } catch (error) {
        if (!(error instanceof Skipped)) onFailure(error);
        const copy = reason === 'asked' ? 'copia' : 'copia di tutto che si fa prima';
        const sentence =
          error instanceof Skipped
            ? `Sul disco non c’è abbastanza spazio per la ${copy}: non è cambiato nulla. Libera spazio, per esempio togliendo i file che non usi, e riprova.`
            : `La ${copy} non è riuscita, perché il disco ha dato un errore: non è cambiato nulla.`;
        throw new AppError('UNAVAILABLE', sentence, { cause: error });
      }
    },
    async status(): Promise<CopiesStatus> {
      const names = await namesIn(folder);
      const copies = await Promise.all(names.map((name) => describeCopy(folder, name)));
      return {
        state,
        folder,
        ...(problem !== undefined && { problem }),
        copies: copies.flatMap((copy) => copy ?? []).sort((a, b) => b.at.localeCompare(a.at)),
      };
    },
    /** What a restore is made of. @throws AppError NOT_FOUND */
    async open(name: string): Promise<{ database: Readable; files: Pick<FileStore, 'list' | 'read'> }> {
      const manifest = isCopy(name) ? await readManifest(folder, name) : undefined;
      if (!manifest) throw new AppError('NOT_FOUND', 'Questa copia non c’è più.');
      const modifiedAt = new Date(manifest.at);
      const places = new Map(manifest.files.map((file) => [file.name, placeOf(file)]));
      return {
        database: createReadStream(join(folder, name, databaseName)),
        files: {
          list: async () => manifest.files.map(({ name, bytes }) => ({ name, bytes, modifiedAt })),
          read: (name) => createReadStream(join(folder, 'files', places.get(name) ?? name)),
        },
      };
    },
    async close(): Promise<void> {
      clearTimeout(first);
      clearInterval(hourly);
      await last.catch(() => undefined);
    },
  };
}

const isCopy = (name: string) => chooseCopy.safeParse({ name }).success;

/** The names of the copies, newest first. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(isCopy).sort().reverse();
}

async function readManifest(folder: string, name: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, name, manifestName), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : manifest.parse(JSON.parse(text));
}

async function describeCopy(
  folder: string,
  name: string,
): Promise<CopiesStatus['copies'][number] | undefined> {
  const manifest = await readManifest(folder, name);
  if (!manifest) return undefined;
  const { size } = await stat(join(folder, name, databaseName));
  const { at, reason } = manifest;
  return { name, at, reason, databaseBytes: size, files: manifest.files.length };
}

async function freeBytes(folder: string): Promise<number | undefined> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: undefined, bsize: 0 }));
  return bavail === undefined ? undefined : bavail * bsize;
}

/** @throws Skipped, or the operating system's error: then there is no copy of this name, or the one of before */
async function makeCopy(options: CopiesOptions, name: string, now: Date, reason: CopyReason): Promise<void> {
  const { folder } = options;
  // Hidden until it was read back.
  const partial = join(folder, `.${name}`);
  try {
    await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 });
    await rm(partial, { recursive: true, force: true });
    await fillCopy(options, partial, now, reason);
    await rm(join(folder, name), { recursive: true, force: true });
    await rename(partial, join(folder, name));
    await sync(folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

async function fillCopy(
  { store, files, folder, build, room = freeBytes }: CopiesOptions,
  target: string,
  now: Date,
  reason: CopyReason,
): Promise<void> {
  const copiedFiles = await readCopiedFiles(folder);
  const present = await files.list();
  const already: CopiedFile[] = [];
  const missing: typeof present = [];
  for (const file of present) {
    const copied = await findCopied(files, copiedFiles, file);
    if (copied) already.push(copied);
    else missing.push(file);
  }
  const snapshot = await store.openSnapshot();
  try {
    const neededBytes = missing.reduce((sum, { bytes }) => sum + bytes, snapshot.bytes);
    const free = await room(folder);
    const spare = spareBytes[reason === 'daily' ? 'daily' : 'before'];
    if (free !== undefined && free < neededBytes + spare) throw new Skipped();
    await mkdir(target, { mode: 0o700 });
    await pipeline(snapshot.open(), createWriteStream(join(target, databaseName), { mode: 0o600 }));
  } finally {
    await snapshot.release();
  }
  await sync(join(target, databaseName));
  const content = await checkedDatabase(join(target, databaseName));
  if ('problems' in content)
    throw new Error(`the copied database is damaged: ${content.problems.join('; ')}`);
  const added: CopiedFile[] = [];
  for (const { name, bytes } of missing) {
    const place = copiedFiles.some((file) => placeOf(file) === name) ? `${name}.${randomUUID()}` : undefined;
    const sha256 = await copyUpload(files, name, join(folder, 'files', place ?? name));
    added.push({ name, bytes, sha256, ...(place !== undefined && { place }) });
  }
  const manifest: Manifest = {
    at: now.toISOString(),
    reason,
    build,
    files: [...already, ...added],
  };
  await writeFile(join(target, manifestName), JSON.stringify(manifest), { mode: 0o600 });
  await sync(join(target, manifestName));
}

/** The uploads that the copies hold, whose file is still there. */
async function readCopiedFiles(folder: string): Promise<CopiedFile[]> {
  const byPlace = new Map<string, CopiedFile>();
  for (const copy of await namesIn(folder))
    for (const file of (await readManifest(folder, copy))?.files ?? []) byPlace.set(placeOf(file), file);
  for (const [place, { bytes }] of byPlace) {
    const status = await stat(join(folder, 'files', place)).catch(() => undefined);
    if (status?.size !== bytes) byPlace.delete(place);
  }
  return [...byPlace.values()];
}

/** The same upload in a copy: one that the site named is by its name, one put there by hand by its content. */
async function findCopied(
  files: Pick<FileStore, 'read'>,
  copiedFiles: readonly CopiedFile[],
  { name, bytes }: { name: string; bytes: number },
): Promise<CopiedFile | undefined> {
  const alike = copiedFiles.filter((file) => file.name === name && file.bytes === bytes);
  if (alike.length === 0 || ownName.test(name)) return alike[0];
  const sha256 = await sha256Of(files.read(name));
  return alike.find((file) => file.sha256 === sha256);
}

/** Copies an upload and reads the copy back. @returns its SHA-256 @throws when what was read back is not what was written */
async function copyUpload(files: Pick<FileStore, 'read'>, name: string, target: string): Promise<string> {
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
  const sha256 = hash.digest('hex');
  if ((await sha256Of(createReadStream(partial))) !== sha256)
    throw new Error(`the copy of ${name} is not what was written`);
  await rename(partial, target);
  await sync(dirname(target));
  return sha256;
}

/**
 * Removes all but so many copies of each kind, those from before a day, and the uploads that only they had. What claims to be
 * of the future, made while the clock was wrong, goes before what is of today.
 */
async function prune(folder: string, today: string, oldest: string): Promise<void> {
  const names = await namesIn(folder);
  const newestFirst = [
    ...names.filter((name) => dayOf(name) <= today),
    ...names.filter((name) => dayOf(name) > today),
  ];
  for (const kind of ['daily', 'before'] as const) {
    const ofKind = newestFirst.filter((name) => kindOf(name) === kind);
    const old = ofKind.filter((name, index) => index >= keptOf[kind] || dayOf(name) < oldest);
    for (const name of old) await rm(join(folder, name), { recursive: true, force: true });
  }
  const neededPlaces = new Set((await readCopiedFiles(folder)).map(placeOf));
  const root = join(folder, 'files');
  if (!(await stat(root).catch(() => undefined))) return;
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !neededPlaces.has(path.slice(root.length + 1))) await rm(path, { force: true });
  }
}
