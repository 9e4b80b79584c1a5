import { crc32 } from 'node:zlib';
import { z } from 'zod';

/**
 * A journal segment, `db.json.journal.<number>`: a header line, then one line per mutation.
 *
 *     0a1b2c3d {"journal":1,"generation":"…","number":7,"after":1203}
 *     5e6f7081 1204 [{"type":"put","collection":"users","record":{…}}]
 *
 * Each line begins with the CRC-32 of what follows the blank. `after` is the last mutation before the segment; the
 * generation is that of the db.json it belongs to.
 */
export interface SegmentHeader {
  generation: string;
  number: number;
  after: number;
}

const segmentHeader = z.object({
  journal: z.literal(1),
  generation: z.string(),
  number: z.number().int().min(1),
  after: z.number().int().min(0),
});

/** No header is longer: what is cut off while a segment is being begun is never more than this. */
export const headerBytesAtMost = 200;

export function segmentPath(snapshotPath: string, number: number): string {
  return `${snapshotPath}.journal.${number}`;
}

/** The segment numbers among the names of a folder, ascending. */
export function segmentNumbers(names: readonly string[], snapshotName: string): number[] {
  const prefix = `${snapshotName}.journal.`;
  return names
    .filter((name) => name.startsWith(prefix) && /^[1-9]\d*$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((one, other) => one - other);
}

const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex(value: number): string {
  return `${hexBytes[value >>> 24]}${hexBytes[(value >>> 16) & 255]}${hexBytes[(value >>> 8) & 255]}${hexBytes[value & 255]}`;
}

function line(body: string): string {
  return `${hex(crc32(body))} ${body}\n`;
}

export function headerLine({ generation, number, after }: SegmentHeader): string {
  return line(JSON.stringify({ journal: 1, generation, number, after }));
}

/** @param operations the operations as JSON */
export function mutationLine(sequence: number, operations: string): string {
  return line(`${sequence} ${operations}`);
}

export interface ParsedSegment {
  header: SegmentHeader | undefined;
  /** The mutation lines, not parsed further. */
  mutations: { sequence: number; operations: string }[];
  /** Length of the whole lines at the beginning. */
  wholeBytes: number;
  /** What follows them: `torn` when it can be the last line, half written; `broken` when there is more. */
  rest: 'nothing' | 'torn' | 'broken';
}

const newline = 0x0a;
const checksumLength = 9;

/** Reads a segment's bytes up to the first that are wrong. */
export function parseSegment(bytes: Buffer): ParsedSegment {
  const result: ParsedSegment = { header: undefined, mutations: [], wholeBytes: 0, rest: 'nothing' };
  for (let start = 0; start < bytes.length; start = result.wholeBytes) {
    const end = bytes.indexOf(newline, start);
    const body = lineBody(bytes, start, end);
    if (body === undefined || !take(result, body)) {
      result.rest = isTorn(bytes, start) ? 'torn' : 'broken';
      break;
    }
    result.wholeBytes = end + 1;
  }
  return result;
}

function take(result: ParsedSegment, body: string): boolean {
  if (!result.header) {
    result.header = segmentHeader.safeParse(JSON.parse(body)).data;
    return result.header !== undefined;
  }
  const blank = body.indexOf(' ');
  result.mutations.push({ sequence: Number(body.slice(0, blank)), operations: body.slice(blank + 1) });
  return true;
}

/** The text of a line whose checksum is right. */
function lineBody(bytes: Buffer, start: number, end: number): string | undefined {
  if (end < start + checksumLength) return undefined;
  const expected = bytes.toString('latin1', start, start + checksumLength);
  if (!/^[0-9a-f]{8} $/.test(expected)) return undefined;
  if (crc32(bytes.subarray(start + checksumLength, end)) !== Number.parseInt(expected, 16)) return undefined;
  return bytes.toString('utf8', start + checksumLength, end);
}

/**
 * Whether what begins at `from` can be the half of one line that a crash left: no other line stands after it, not even one
 * joined to it because the newline between them is the byte that is damaged.
 */
function isTorn(bytes: Buffer, from: number): boolean {
  const end = bytes.indexOf(newline, from);
  if (end < 0) return true;
  if (end + 1 < bytes.length) return false;
  const text = bytes.toString('latin1', from, end);
  for (const { index } of text.matchAll(/[0-9a-f]{8} [\d{]/g)) {
    if (lineBody(bytes, from + index, end) !== undefined) return false;
  }
  return true;
}
