import type { Bucket } from '../bucket/types.ts';

/**
 * What the bucket holds beside `files/` (src/server/storage/files/s3.ts). Each time a server begins to copy its database it begins
 * a run, with a number no other run has; only that server writes below it:
 *
 *     database/00000012/run.json                                         which database, and what it goes on from
 *     database/00000012/head.json                                        the last sign of life
 *     database/00000012/000000001234-20261121T152538123Z.snapshot        db.json, with all mutations up to 1234
 *     database/00000012/000000001235-000000001300-20261121T152540001Z.journal   the journal's lines 1235 to 1300
 *     deleted/images/1f….webp                                            when the file was deleted: it goes when nothing
 *                                                                        that is kept can need it
 *     lease.json                                                         who writes here
 *
 * All that a restore must know to choose is in the names: one list is enough.
 */
const databaseFolder = 'database/';
export const deletedFolder = 'deleted/';
export const leaseKey = 'lease.json';

export interface KeptSnapshot {
  type: 'snapshot';
  key: string;
  run: number;
  /** The last mutation in it. */
  sequence: number;
  at: Date;
  bytes: number;
}

export interface KeptJournal {
  type: 'journal';
  key: string;
  run: number;
  first: number;
  last: number;
  at: Date;
  bytes: number;
}

/** What a run goes on from: later objects of that run were written by a server that had lost the right to. */
export interface RunOrigin {
  run: number;
  sequence: number;
}

/** `run.json` and `head.json`. */
interface KeptNote {
  type: 'run' | 'head';
  key: string;
  run: number;
}

export type KeptObject = KeptSnapshot | KeptJournal | KeptNote;

const digits = (number: number, width: number) => String(number).padStart(width, '0');
const timestamp = (at: Date) => at.toISOString().replace(/[-:.]/g, '');

function timeOf(text: string): Date {
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'));
}

const runFolder = (run: number) => `${databaseFolder}${digits(run, 8)}/`;
export const runKey = (run: number) => `${runFolder(run)}run.json`;
export const headKey = (run: number) => `${runFolder(run)}head.json`;

export function snapshotKey(run: number, sequence: number, at: Date): string {
  return `${runFolder(run)}${digits(sequence, 12)}-${timestamp(at)}.snapshot`;
}

export function journalKey(run: number, first: number, last: number, at: Date): string {
  return `${runFolder(run)}${digits(first, 12)}-${digits(last, 12)}-${timestamp(at)}.journal`;
}

const keyPattern =
  /^database\/(\d{8,})\/(?:(run|head)\.json|(\d{12,})-(\d{8}T\d{9}Z)\.snapshot|(\d{12,})-(\d{12,})-(\d{8}T\d{9}Z)\.journal)$/;

/** What an object of the database folder is; `undefined` for what is none of ours. */
export function keptObject(key: string, bytes: number): KeptObject | undefined {
  const match = keyPattern.exec(key);
  if (!match) return undefined;
  const [, runDigits, note, sequence, snapshotTime, first, last, journalTime] = match;
  const run = Number(runDigits);
  if (note === 'run' || note === 'head') return { type: note, key, run };
  if (snapshotTime !== undefined) {
    return { type: 'snapshot', key, run, sequence: Number(sequence), at: timeOf(snapshotTime), bytes };
  }
  const at = timeOf(journalTime ?? '');
  return { type: 'journal', key, run, first: Number(first), last: Number(last), at, bytes };
}

/** Every object of the database folder. */
export async function listKept(bucket: Pick<Bucket, 'list'>): Promise<KeptObject[]> {
  const objects: KeptObject[] = [];
  for await (const { key, bytes } of bucket.list(databaseFolder)) {
    const object = keptObject(key, bytes);
    if (object) objects.push(object);
  }
  return objects;
}
