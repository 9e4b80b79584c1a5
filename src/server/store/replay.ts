import type { Disk } from './disk.ts';
import { headerBytesAtMost, type ParsedSegment, parseSegment, segmentPath } from './segment.ts';
import type { SnapshotHeader } from './snapshot-file.ts';
import { damaged } from './store-error.ts';

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
  /** The last segment when its last line is half written: to be cut to `wholeBytes`. */
  torn: { file: string; bytes: number; wholeBytes: number } | undefined;
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
  const content: JournalContent = {
    mutations: [],
    sequence: snapshot.sequence,
    segments: [],
    empty: [],
    torn: undefined,
  };
  /** The last mutation of the segments read so far. */
  let last: number | undefined;
  for (const number of numbers) {
    const isLast = number === numbers.at(-1);
    const file = segmentPath(snapshotPath, number);
    const bytes = await disk.read(file);
    const segment = parseSegment(bytes);
    const { header, mutations } = segment;
    if (segment.rest === 'broken' || (segment.rest === 'torn' && !isLast)) {
      throw damaged(file, `una riga è rovinata, al byte ${segment.wholeBytes}`);
    }
    if (!header) {
      if (!isLast || bytes.length > headerBytesAtMost) throw damaged(file, 'manca la riga d’intestazione');
      content.empty.push(number);
      break;
    }
    if (header.generation !== snapshot.generation) {
      throw damaged(snapshotPath, `non è il database a cui appartiene il registro ${file}`);
    }
    if (header.number !== number) throw damaged(file, `è il segmento ${header.number} con un altro nome`);
    // Begun while the segment before went on: beginning it failed, and so did removing it.
    if (isLast && mutations.length === 0 && last !== undefined && header.after <= last) {
      content.empty.push(number);
      break;
    }
    if (header.after > (last ?? snapshot.sequence) || (last !== undefined && header.after < last)) {
      throw damaged(file, `mancano le modifiche prima della ${header.after + 1}`);
    }
    last = checkedLast(file, segment, header.after);
    for (const mutation of mutations) {
      if (mutation.sequence > snapshot.sequence) content.mutations.push({ ...mutation, file });
    }
    content.segments.push(number);
    if (segment.rest === 'torn') content.torn = { file, bytes: bytes.length, wholeBytes: segment.wholeBytes };
  }
  if (last !== undefined && last < snapshot.sequence) {
    throw damaged(snapshotPath, `è più recente del suo registro, che arriva alla modifica ${last}`);
  }
  content.sequence = last ?? snapshot.sequence;
  return content;
}

function checkedLast(file: string, { mutations }: ParsedSegment, after: number): number {
  let last = after;
  for (const { sequence } of mutations) {
    if (sequence !== last + 1) throw damaged(file, `dopo la modifica ${last} c’è la ${sequence}`);
    last = sequence;
  }
  return last;
}
