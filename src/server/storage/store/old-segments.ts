import path from 'node:path';
import { z } from 'zod';
import type { Disk } from './disk.ts';
import { headPath, type Mutation, type ParsedJournal, parseJournal } from './journal-file.ts';
import { checkReaches, checkSequence, type JournalContent } from './read-journal.ts';
import type { SnapshotHeader } from './snapshot-file.ts';
import { damagedError } from './store-error.ts';

/*
 * The journal as the version before wrote it: segments `db.json.journal.<n>`, each with its number and the mutation before it
 * in its header, and a copy of the newest one's header in `db.json.journal.head`. Read once, folded and removed.
 */
const segmentHeader = z.object({
  journal: z.literal(1),
  generation: z.string(),
  number: z.number().int().min(1),
  after: z.number().int().min(0),
});

type SegmentHeader = z.infer<typeof segmentHeader>;

/** No header is longer: what is cut off while a segment is being begun is never more than this. */
const headerBytesAtMost = 200;

interface Segment extends ParsedJournal<SegmentHeader> {
  number: number;
  file: string;
  bytes: number;
}

export interface OldSegments extends Omit<JournalContent, 'size'> {
  /** All files of the journal, in the order in which they may be removed. */
  files: string[];
}

/** The numbers of the segments in a folder, ascending. */
function segmentNumbers(names: readonly string[], snapshotName: string): number[] {
  const prefix = `${snapshotName}.journal.`;
  return names
    .filter((name) => name.startsWith(prefix) && /^[1-9]\d*$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((one, other) => one - other);
}

/** The segments beside db.json, and their head where it is one, ascending. */
export async function findSegments(disk: Disk, snapshotPath: string): Promise<string[]> {
  const names = await disk.list(path.dirname(snapshotPath));
  return segmentNumbers(names, path.basename(snapshotPath)).map((number) =>
    segmentPath(snapshotPath, number),
  );
}

const segmentPath = (snapshotPath: string, number: number) => `${snapshotPath}.journal.${number}`;

/**
 * Reads every segment and checks that they and db.json are one unbroken history; changes nothing.
 *
 * @returns `undefined` when the version before has left none
 * @throws StoreError `damaged` for a wrong line anywhere but at the very end, a gap, or segments of another db.json
 */
export async function readSegments(
  disk: Disk,
  snapshotPath: string,
  snapshot: SnapshotHeader,
): Promise<OldSegments | undefined> {
  const segments: Segment[] = [];
  for (const file of await findSegments(disk, snapshotPath)) {
    const bytes = await disk.read(file);
    const number = Number(file.slice(file.lastIndexOf('.') + 1));
    segments.push({ number, file, bytes: bytes.length, ...parseJournal(bytes, segmentHeader) });
  }
  const head = await readHead(disk, snapshotPath);
  if (segments.length === 0 && !head) return undefined;
  const { mutations, sequence } = joinSegments(segments, snapshotPath, snapshot);
  checkNewest(segments, head, snapshotPath, snapshot);
  checkReaches(snapshotPath, snapshot, sequence);
  // The head goes first: a segment that it names must be there.
  return {
    mutations,
    sequence,
    files: [...(head ? [headPath(snapshotPath)] : []), ...segments.map(({ file }) => file)],
  };
}

function joinSegments(segments: readonly Segment[], snapshotPath: string, snapshot: SnapshotHeader) {
  const mutations: (Mutation & { file: string })[] = [];
  /** Only from here on can a crash have left half a line. */
  const end = segments.findLastIndex((segment) => segment.mutations.length > 0);
  /** The last mutation of the segments so far. */
  let last: number | undefined;
  for (const [index, segment] of segments.entries()) {
    const { number, file, bytes, header, rest, wholeBytes } = segment;
    const isNewest = index === segments.length - 1;
    if (rest === 'broken' || (rest === 'torn' && index < end))
      throw damagedError(file, `una riga è rovinata, al byte ${wholeBytes}`);
    if (!header) {
      if (!isNewest || bytes > headerBytesAtMost) throw damagedError(file, 'manca la riga d’intestazione');
      break;
    }
    if (header.generation !== snapshot.generation)
      throw damagedError(snapshotPath, `non è il database a cui appartiene il registro ${file}`);
    if (header.number !== number)
      throw damagedError(file, `è il segmento ${header.number} con un altro nome`);
    // What db.json holds already may be gone in any part: superfluous segments were removed without waiting for the disk.
    if (header.after > Math.max(last ?? 0, snapshot.sequence))
      throw damagedError(file, `mancano le modifiche prima della ${header.after + 1}`);
    if (last !== undefined && header.after < last) {
      // Beginning a segment failed, removing it failed too, and the one before went on.
      if (index <= end || !isNewest) throw damagedError(file, `ripete le modifiche dopo la ${header.after}`);
      break;
    }
    last = checkSequence(file, segment, header.after);
    for (const mutation of segment.mutations)
      if (mutation.sequence > snapshot.sequence) mutations.push({ ...mutation, file });
  }
  return { mutations, sequence: last ?? snapshot.sequence };
}

/** @throws StoreError `damaged` when the segment that was the newest at the last stop is not there */
function checkNewest(
  segments: readonly Segment[],
  head: SegmentHeader | undefined,
  snapshotPath: string,
  snapshot: SnapshotHeader,
): void {
  // Of another database: that one was replaced, and this one has its own history.
  if (head?.generation !== snapshot.generation) return;
  const newest = segments.find(({ number }) => number === head.number);
  if (newest?.header) return;
  const file = segmentPath(snapshotPath, head.number);
  throw damagedError(
    file,
    `${newest ? 'è stato svuotato' : 'manca'}, e con lui ogni modifica dopo la ${head.after}; ` +
      `per partire senza quelle modifiche cancella ${headPath(snapshotPath)}${newest ? ' e questo file' : ''}`,
  );
}

/** What the version before says of its newest segment; `undefined` when it says nothing. */
async function readHead(disk: Disk, snapshotPath: string): Promise<SegmentHeader | undefined> {
  const file = headPath(snapshotPath);
  if ((await disk.mode(file)) === undefined) return undefined;
  return parseJournal(await disk.read(file), segmentHeader).header;
}
