import type { Disk } from './disk.ts';
import {
  headerBytesAtMost,
  headPath,
  type ParsedSegment,
  parseSegment,
  type SegmentHeader,
  segmentPath,
} from './segment.ts';
import type { SnapshotHeader } from './snapshot-file.ts';
import { damagedError } from './store-error.ts';

/** What the journal holds beyond db.json, and what a crash left to tidy up. */
export interface JournalContent {
  /** The mutations after db.json's last, in order, their operations still JSON. */
  mutations: { sequence: number; operations: string; file: string }[];
  /** The last mutation on the disk. */
  sequence: number;
  /** The segments to keep, ascending. */
  segments: number[];
  /** Segments begun when a crash or a failure came, with nothing in them: to be removed. */
  empty: number[];
  /** Segments whose last line is half written: to be cut to `wholeBytes`. */
  torn: { file: string; bytes: number; wholeBytes: number }[];
}

interface ReadSegment {
  number: number;
  file: string;
  bytes: number;
  segment: ParsedSegment;
}

/**
 * Reads every segment and checks that they and db.json are one unbroken history; changes nothing.
 *
 * @param numbers the segments there are, ascending
 * @throws StoreError `damaged` for a wrong line anywhere but at the very end, a gap, or segments of another db.json
 */
export async function readJournal(
  disk: Disk,
  snapshotPath: string,
  snapshot: SnapshotHeader,
  numbers: readonly number[],
): Promise<JournalContent> {
  const read: ReadSegment[] = [];
  for (const number of numbers) {
    const file = segmentPath(snapshotPath, number);
    const bytes = await disk.read(file);
    read.push({ number, file, bytes: bytes.length, segment: parseSegment(bytes) });
  }
  const content = joinSegments(read, snapshotPath, snapshot);
  await checkNewest(read, disk, snapshotPath, snapshot);
  if (content.sequence < snapshot.sequence) {
    const reason = `è più recente del suo registro, che arriva alla modifica ${content.sequence}`;
    throw damagedError(snapshotPath, reason);
  }
  return content;
}

function joinSegments(
  read: readonly ReadSegment[],
  snapshotPath: string,
  snapshot: SnapshotHeader,
): JournalContent {
  const content: JournalContent = { mutations: [], sequence: 0, segments: [], empty: [], torn: [] };
  /** Only from here on can a crash have left half a line. */
  const end = read.findLastIndex(({ segment }) => segment.mutations.length > 0);
  /** The last mutation of the segments so far. */
  let last: number | undefined;
  for (const [index, { number, file, bytes, segment }] of read.entries()) {
    const { header, mutations, rest, wholeBytes } = segment;
    const isNewest = index === read.length - 1;
    if (rest === 'broken' || (rest === 'torn' && index < end)) {
      throw damagedError(file, `una riga è rovinata, al byte ${wholeBytes}`);
    }
    if (!header) {
      if (!isNewest || bytes > headerBytesAtMost) throw damagedError(file, 'manca la riga d’intestazione');
      content.empty.push(number);
      break;
    }
    if (header.generation !== snapshot.generation) {
      throw damagedError(snapshotPath, `non è il database a cui appartiene il registro ${file}`);
    }
    if (header.number !== number)
      throw damagedError(file, `è il segmento ${header.number} con un altro nome`);
    // What db.json holds already may be gone in any part: superfluous segments are removed without waiting for the disk.
    if (header.after > Math.max(last ?? 0, snapshot.sequence)) {
      throw damagedError(file, `mancano le modifiche prima della ${header.after + 1}`);
    }
    if (last !== undefined && header.after < last) {
      // Beginning a segment failed, removing it failed too, and the one before went on.
      if (index <= end || !isNewest) throw damagedError(file, `ripete le modifiche dopo la ${header.after}`);
      content.empty.push(number);
      break;
    }
    last = checkSequence(file, segment, header.after);
    for (const mutation of mutations) {
      if (mutation.sequence > snapshot.sequence) content.mutations.push({ ...mutation, file });
    }
    content.segments.push(number);
    if (rest === 'torn') content.torn.push({ file, bytes, wholeBytes });
  }
  return { ...content, sequence: last ?? snapshot.sequence };
}

/** @throws StoreError `damaged` when the segment that was the newest at the last stop is not there */
async function checkNewest(
  read: readonly ReadSegment[],
  disk: Disk,
  snapshotPath: string,
  snapshot: SnapshotHeader,
): Promise<void> {
  const head = await readHead(disk, snapshotPath);
  // Of another database: that one was replaced, and this one has its own history.
  if (head?.generation !== snapshot.generation) return;
  const newest = read.find(({ number }) => number === head.number);
  if (newest?.segment.header) return;
  const reason = newest ? 'è stato svuotato' : 'manca';
  throw damagedError(
    segmentPath(snapshotPath, head.number),
    `${reason}, e con lui ogni modifica dopo la ${head.after}; ` +
      `per partire senza quelle modifiche cancella ${headPath(snapshotPath)}` +
      (newest ? ' e questo file' : ''),
  );
}

/** What the journal says of its newest segment; `undefined` when a stop in good order left none. */
async function readHead(disk: Disk, snapshotPath: string): Promise<SegmentHeader | undefined> {
  const file = headPath(snapshotPath);
  if ((await disk.mode(file)) === undefined) return undefined;
  const { header, rest } = parseSegment(await disk.read(file));
  if (header && rest === 'nothing') return header;
  throw damagedError(file, 'dice quale registro è l’ultimo; se i registri ci sono tutti si può cancellare');
}

function checkSequence(file: string, { mutations }: ParsedSegment, after: number): number {
  let last = after;
  for (const { sequence } of mutations) {
    if (sequence !== last + 1) throw damagedError(file, `dopo la modifica ${last} c’è la ${sequence}`);
    last = sequence;
  }
  return last;
}
