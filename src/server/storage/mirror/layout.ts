import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { undefinedIf } from '../bucket/failures.ts';
import type { Bucket } from '../bucket/types.ts';

/**
 * What the bucket holds beside `files/` (src/server/storage/files/s3.ts). Each time a site begins to copy its database it begins
 * a run, in a folder that no other run has: the next number, and eight random digits for two that begin at once.
 *
 *     database/00000012-5e0c9a41/run.json     which machine's, which database, and what it goes on from
 *     database/00000012-5e0c9a41/head.json    the last sign of life
 *     database/00000012-5e0c9a41/000000001234-20261121T152538123Z.snapshot    db.json, with all mutations up to 1234
 *     database/00000012-5e0c9a41/000000001235-000000001300-20261121T152540001Z.journal    the journal's lines 1235 to 1300
 *     deleted/images/1f….webp     when the file was deleted: it goes when nothing that is kept can need it
 *     clock                       empty: the time of its last change is the bucket's clock
 *
 * Runs of before have a number alone. All that a restore must know to choose is in the names: one list is enough.
 */
const databaseFolder = 'database/';
export const deletedFolder = 'deleted/';
export const clockKey = 'clock';

/** An object of the database folder. */
export interface KeptObject {
  /** `run` and `head` are the notes `run.json` and `head.json`, which have no mutations and no time. */
  type: 'snapshot' | 'journal' | 'run' | 'head';
  key: string;
  /** The name of its folder: names are in the order in which runs began. */
  run: string;
  /** The first and the last of a journal's mutations; of a snapshot, both are the last that is in it. */
  first: number;
  last: number;
  at: Date;
  bytes: number;
}

const digits = (number: number, width: number) => String(number).padStart(width, '0');
const timestamp = (at: Date) => at.toISOString().replace(/[-:.]/g, '');

function timeOf(written: string): Date {
  return new Date(
    written.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'),
  );
}

/** What a run goes on from: another run, as far as this mutation. */
export const runOrigin = z.object({
  run: z.union([z.string(), z.number().transform((number) => digits(number, 8))]),
  sequence: z.number().int(),
});

export type RunOrigin = z.infer<typeof runOrigin>;

/** `run.json`. Without `machine` it is of before machines had names. */
export const runNote = z.object({
  machine: z.string().optional(),
  generation: z.string(),
  startedAt: z.iso.datetime(),
  continues: runOrigin.optional(),
});

export type RunNote = z.infer<typeof runNote>;

/** `head.json`: all that was written until `at` is in the bucket, up to `sequence`. `closed`: the site ended in good order. */
export const headNote = z.object({
  machine: z.string().optional(),
  sequence: z.number().int(),
  at: z.iso.datetime(),
  closed: z.boolean().default(false),
});

/** What a note says; `undefined` for one that is not there, or is no note of ours. */
export function parseNote<T>(note: z.ZodType<T>, json: string | undefined): T | undefined {
  try {
    return note.parse(JSON.parse(json ?? ''));
  } catch {
    return undefined;
  }
}

/** A name for a new run, after all that are there. */
export function nextRun(kept: readonly KeptObject[]): string {
  const number = Number.parseInt(newestRun(kept) ?? '0', 10) + 1;
  return `${digits(number, 8)}-${randomUUID().slice(0, 8)}`;
}

/** In the order in which they began: names are of ASCII. */
export const compareRuns = (one: { run: string }, other: { run: string }) =>
  one.run < other.run ? -1 : Number(one.run > other.run);

export function newestRun(kept: readonly { run: string }[]): string | undefined {
  return kept.toSorted(compareRuns).at(-1)?.run;
}

const runFolder = (run: string) => `${databaseFolder}${run}/`;
export const runKey = (run: string) => `${runFolder(run)}run.json`;
export const headKey = (run: string) => `${runFolder(run)}head.json`;

export function snapshotKey(run: string, sequence: number, at: Date): string {
  return `${runFolder(run)}${digits(sequence, 12)}-${timestamp(at)}.snapshot`;
}

export function journalKey(run: string, first: number, last: number, at: Date): string {
  return `${runFolder(run)}${digits(first, 12)}-${digits(last, 12)}-${timestamp(at)}.journal`;
}

const keyPattern =
  /^database\/(\d{8}(?:-[0-9a-f]{8})?)\/(?:(run|head)\.json|(\d{12,})(?:-(\d{12,}))?-(\d{8}T\d{9}Z)\.(snapshot|journal))$/;

/** What an object of the database folder is; `undefined` for what is none of ours. */
export function keptObject(key: string, bytes: number): KeptObject | undefined {
  const [, run, note, one = '0', other, time = '', content] = keyPattern.exec(key) ?? [];
  const type = (note ?? content) as KeptObject['type'] | undefined;
  if (run === undefined || type === undefined || (other !== undefined) !== (type === 'journal'))
    return undefined;
  return { type, key, run, first: Number(one), last: Number(other ?? one), at: timeOf(time), bytes };
}

/** Every object of the database folder; with `after` only those of runs that began after this one. */
export async function listKept(bucket: Pick<Bucket, 'list'>, after?: string): Promise<KeptObject[]> {
  const objects: KeptObject[] = [];
  // `run.json` is the last name in a run's folder.
  for await (const { key, bytes } of bucket.list(databaseFolder, after && runKey(after))) {
    const object = keptObject(key, bytes);
    if (object) objects.push(object);
  }
  return objects;
}

/** What a note in the bucket says, and when it was written by the bucket's clock; as {@link parseNote}. @throws BucketError */
export async function readNote<T>(
  bucket: Pick<Bucket, 'get'>,
  key: string,
  note: z.ZodType<T>,
): Promise<(T & { modifiedAt: Date }) | undefined> {
  const object = await bucket.get(key);
  const content = object && parseNote(note, await undefinedIf('damaged', text(object.body)));
  return content && { ...content, modifiedAt: object.modifiedAt };
}
