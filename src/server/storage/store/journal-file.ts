import { crc32 } from 'node:zlib';
import { z } from 'zod';

/*
 * The journal, `db.json.journal`: a header line, then one line per mutation.
 *
 *     0a1b2c3d {"journal":2,"generation":"…","after":1203}
 *     5e6f7081 1204 [{"type":"put","collection":"users","record":{…}}]
 *
 * Each line begins with the CRC-32 of what follows the blank. `after` is the last mutation before the file; the generation is
 * that of the db.json it belongs to. A stop in good order removes it.
 */
export const journalHeader = z.object({
  journal: z.literal(2),
  generation: z.string(),
  after: z.number().int().min(0),
});

type JournalHeader = z.infer<typeof journalHeader>;

export const journalPath = (snapshotPath: string): string => `${snapshotPath}.journal`;

/**
 * A copy of the journal's first header, `db.json.journal.head`, there as long as the journal is: without it nothing would say
 * that the journal is missing.
 */
export const headPath = (snapshotPath: string): string => `${snapshotPath}.journal.head`;

const newline = 0x0a;
const blank = 0x20;
const hexDigits = Buffer.from('0123456789abcdef');
/** The checksum and the blank after it. */
const prefixBytes = 9;
const smallBytes = 64 * 1024;
const largeBytes = 4 * 1024 * 1024;

/** Lines on their way to the disk, encoded as they come: one copy and one checksum each, no string of the whole batch. */
export class LineBuffer {
  #bytes = Buffer.allocUnsafe(smallBytes);
  #length = 0;

  get content(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** @param body what follows the checksum; without newlines, as JSON is */
  add(body: string): void {
    // A UTF-16 unit takes three bytes of UTF-8 at most.
    this.#makeRoom(body.length * 3 + prefixBytes + 1);
    const start = this.#length + prefixBytes;
    const end = start + this.#bytes.write(body, start);
    const checksum = crc32(this.#bytes.subarray(start, end));
    for (let digit = 0; digit < 8; digit++) {
      this.#bytes[this.#length + digit] = hexDigits[(checksum >>> (28 - 4 * digit)) & 15] ?? 0;
    }
    this.#bytes[start - 1] = blank;
    this.#bytes[end] = newline;
    this.#length = end + 1;
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > largeBytes) this.#bytes = Buffer.allocUnsafe(smallBytes);
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** The first line, with its newline. */
export function headerLine({ generation, after }: Omit<JournalHeader, 'journal'>): Uint8Array {
  const line = new LineBuffer();
  line.add(JSON.stringify({ journal: 2, generation, after }));
  return line.content;
}

/** @param operations the operations as JSON */
export function mutationBody(sequence: number, operations: string): string {
  return `${sequence} ${operations}`;
}

export interface Mutation {
  sequence: number;
  /** As JSON. */
  operations: string;
}

export interface ParsedJournal<Header> {
  header: Header | undefined;
  /** The mutation lines, not parsed further. */
  mutations: Mutation[];
  /** Length of the whole lines at the beginning. */
  wholeBytes: number;
  /** What follows them: `torn` when it can be the last line, half written; `broken` when there is more. */
  rest: 'nothing' | 'torn' | 'broken';
}

/** Reads a journal's bytes up to the first that are wrong. */
export function parseJournal<Header>(bytes: Buffer, schema: z.ZodType<Header>): ParsedJournal<Header> {
  const result: ParsedJournal<Header> = { header: undefined, mutations: [], wholeBytes: 0, rest: 'nothing' };
  for (let start = 0; start < bytes.length; start = result.wholeBytes) {
    const end = bytes.indexOf(newline, start);
    const body = lineBody(bytes, start, end);
    if (body === undefined || !addLine(result, body, schema)) {
      result.rest = isTorn(bytes, start) ? 'torn' : 'broken';
      break;
    }
    result.wholeBytes = end + 1;
  }
  return result;
}

function addLine<Header>(result: ParsedJournal<Header>, body: string, schema: z.ZodType<Header>): boolean {
  if (!result.header) {
    result.header = schema.safeParse(JSON.parse(body)).data;
    return result.header !== undefined;
  }
  const gap = body.indexOf(' ');
  result.mutations.push({ sequence: Number(body.slice(0, gap)), operations: body.slice(gap + 1) });
  return true;
}

/** The text of a line whose checksum is right. */
function lineBody(bytes: Buffer, start: number, end: number): string | undefined {
  if (end < start + prefixBytes) return undefined;
  const expected = bytes.toString('latin1', start, start + prefixBytes);
  if (!/^[0-9a-f]{8} $/.test(expected)) return undefined;
  if (crc32(bytes.subarray(start + prefixBytes, end)) !== Number.parseInt(expected, 16)) return undefined;
  return bytes.toString('utf8', start + prefixBytes, end);
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
