import type { Disk } from './disk.ts';
import {
  headPath,
  journalHeader,
  journalPath,
  type Mutation,
  type ParsedJournal,
  parseJournal,
} from './journal-file.ts';
import type { SnapshotHeader } from './snapshot-file.ts';
import { damagedError } from './store-error.ts';

/** What the journal holds beyond db.json. */
export interface JournalContent {
  /** The mutations after db.json's last, in order. */
  mutations: (Mutation & { file: string })[];
  /** The last mutation on the disk. */
  sequence: number;
  /** Length of the whole lines, and of the file; `undefined` where there is no journal. */
  size: { wholeBytes: number; bytes: number } | undefined;
}

/**
 * Reads the journal and checks that it and db.json are one unbroken history; changes nothing.
 *
 * @param most how many of its bytes count; without it, all
 * @throws StoreError `damaged` for a wrong line anywhere but at the very end, a gap, or a journal of another db.json
 */
export async function readJournal(
  disk: Disk,
  snapshotPath: string,
  snapshot: SnapshotHeader,
  most = Infinity,
): Promise<JournalContent> {
  const file = journalPath(snapshotPath);
  const isThere = (await disk.mode(file)) !== undefined;
  const bytes = isThere ? (await disk.read(file)).subarray(0, most) : Buffer.alloc(0);
  const journal = parseJournal(bytes, journalHeader);
  const { header, mutations, rest, wholeBytes } = journal;
  if (!header && rest === 'broken') throw damagedError(file, 'una riga è rovinata, al byte 0');
  if (!header) await checkMissing(disk, snapshotPath, snapshot, isThere);
  if (!header) return { mutations: [], sequence: snapshot.sequence, size: undefined };
  if (rest === 'broken') throw damagedError(file, `una riga è rovinata, al byte ${wholeBytes}`);
  if (header.generation !== snapshot.generation)
    throw damagedError(snapshotPath, `non è il database a cui appartiene il registro ${file}`);
  if (header.after > snapshot.sequence)
    throw damagedError(file, `mancano le modifiche prima della ${header.after + 1}`);
  await readHead(disk, snapshotPath);
  const sequence = checkSequence(file, journal, header.after);
  checkReaches(snapshotPath, snapshot, sequence);
  return {
    mutations: mutations.filter((one) => one.sequence > snapshot.sequence).map((one) => ({ ...one, file })),
    sequence,
    size: { wholeBytes, bytes: bytes.length },
  };
}

/** @throws StoreError `damaged` when a journal was there at the last stop and is not now, or is empty */
async function checkMissing(
  disk: Disk,
  snapshotPath: string,
  snapshot: SnapshotHeader,
  isEmpty: boolean,
): Promise<void> {
  const [file, head] = [journalPath(snapshotPath), headPath(snapshotPath)];
  const generation = await readHead(disk, snapshotPath);
  // Of another database: that one was replaced, and this one has its own history.
  if (!isEmpty && generation !== snapshot.generation) return;
  throw damagedError(
    file,
    `${isEmpty ? 'è stato svuotato' : 'manca'}, e con lui ogni modifica dopo la ${snapshot.sequence}; ` +
      `per partire senza quelle modifiche cancella ${[head, ...(isEmpty ? [file] : [])].join(' e ')}`,
  );
}

/** The generation whose journal was begun; `undefined` when a stop in good order left none. */
async function readHead(disk: Disk, snapshotPath: string): Promise<string | undefined> {
  const file = headPath(snapshotPath);
  if ((await disk.mode(file)) === undefined) return undefined;
  const { header, rest } = parseJournal(await disk.read(file), journalHeader);
  if (header && rest === 'nothing') return header.generation;
  throw damagedError(file, 'dice che c’è un registro; se il registro c’è si può cancellare');
}

/** @throws StoreError `damaged` when db.json is ahead of its journal */
export function checkReaches(file: string, snapshot: SnapshotHeader, sequence: number): void {
  if (sequence >= snapshot.sequence) return;
  throw damagedError(file, `è più recente del suo registro, che arriva alla modifica ${sequence}`);
}

/** @returns the last mutation @throws StoreError `damaged` when one is missing in between */
export function checkSequence(
  file: string,
  { mutations }: Pick<ParsedJournal<unknown>, 'mutations'>,
  after: number,
): number {
  let last = after;
  for (const { sequence } of mutations) {
    if (sequence !== last + 1) throw damagedError(file, `dopo la modifica ${last} c’è la ${sequence}`);
    last = sequence;
  }
  return last;
}
