import { getHeapStatistics } from 'node:v8';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { Disk, DiskReader } from './disk.ts';
import { sizeOfRecord } from './record-size.ts';
import { damagedError, tooLargeError } from './store-error.ts';

/**
 * db.json: one valid JSON object, one record per line, so that it can be written in slices, read line by line (no limit
 * of one JavaScript string) and compared with diff:
 *
 *     {"schema":1,"generation":"…","sequence":12,
 *     "sections":[
 *     {"id":"…",…},
 *     {"id":"…",…}
 *     ],
 *     …
 *     "checksum":"0a1b2c3d"}
 *
 * `sequence` is the last mutation that the file holds; `checksum` the CRC-32 of all the bytes before its line. A file
 * changed by hand, in any layout, is taken too once its checksum entry is removed.
 */
export interface SnapshotHeader {
  schema: number;
  generation: string;
  sequence: number;
}

/** Every collection of the file by name, nothing checked yet but that it is a list. */
export type RawDatabase = Record<string, unknown[]>;

export interface Snapshot {
  header: SnapshotHeader;
  data: RawDatabase;
  /** Length of the file. */
  bytes: number;
}

const snapshotHeader = z.object({
  schema: z.number().int().min(1),
  generation: z.string().min(1).max(64),
  sequence: z.number().int().min(0),
});

/** A slice is written in one go: about half a millisecond of the event loop. */
const sliceCharacters = 64 * 1024;
/** The kernel is made to write as we go, so that the journal's syncs never wait behind the whole file. */
const syncEveryBytes = 8 * 1024 * 1024;

/**
 * The bytes of the file, slice by slice.
 *
 * @returns how many records there were
 */
export function* composeSnapshot(
  header: SnapshotHeader,
  data: Record<string, Iterable<unknown>>,
): Generator<Buffer, number, void> {
  let text = `${JSON.stringify(header).slice(0, -1)},\n`;
  let checksum = 0;
  let records = 0;
  function takeSlice(): Buffer {
    const slice = Buffer.from(text);
    text = '';
    checksum = crc32(slice, checksum);
    return slice;
  }
  for (const [name, list] of Object.entries(data)) {
    text += `${JSON.stringify(name)}:[`;
    let separator = '\n';
    for (const record of list) {
      text += separator + JSON.stringify(record);
      separator = ',\n';
      records++;
      if (text.length >= sliceCharacters) yield takeSlice();
    }
    text += '\n],\n';
  }
  yield takeSlice();
  yield Buffer.from(`"checksum":"${checksum.toString(16).padStart(8, '0')}"}\n`);
  return records;
}

/** Writes a file of its own, durable when this resolves (its folder's entry is not). */
export async function writeSnapshot(
  disk: Disk,
  path: string,
  mode: number,
  header: SnapshotHeader,
  data: Record<string, Iterable<unknown>>,
): Promise<{ bytes: number; records: number }> {
  const file = await disk.create(path, mode);
  let bytes = 0;
  let unsynced = 0;
  try {
    const slices = composeSnapshot(header, data);
    for (;;) {
      const { value, done } = slices.next();
      if (done) {
        await file.sync();
        return { bytes, records: value };
      }
      bytes += value.length;
      unsynced += value.length;
      await file.append(value);
      if (unsynced < syncEveryBytes) continue;
      unsynced = 0;
      await file.sync();
    }
  } finally {
    await file.close();
  }
}

/** Thrown inside this file only: the bytes are not in the layout written above. */
class OtherLayout extends Error {}

/**
 * Reads the whole file.
 *
 * @throws StoreError `damaged`, naming the file, when a byte of it is not as it was written
 */
export async function readSnapshot(disk: Disk, path: string): Promise<Snapshot> {
  const reader = await disk.openReader(path);
  try {
    return await readLines(reader, path);
  } catch (error) {
    if (!(error instanceof OtherLayout)) throw error;
  } finally {
    await reader.close();
  }
  return readWhole(disk, path);
}

const newline = 0x0a;
const comma = 0x2c;
const brace = 0x7b;

/** Above this share of its heap V8 does little but look for room. */
const mostOfHeap = 0.9;

/** What records may still take of this process's memory, in bytes. */
function heapRoom(): number {
  const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics();
  return mostOfHeap * limit - used;
}

async function readLines(reader: DiskReader, path: string): Promise<Snapshot> {
  let room = heapRoom();
  let header: SnapshotHeader | undefined;
  const data: RawDatabase = {};
  let list: unknown[] | undefined;
  let checksum = 0;
  let finished = false;

  function readStructureLine(line: string): void {
    if (!header) {
      header = snapshotHeader.safeParse(parseLine(`${line.slice(0, -1)}}`)).data;
      if (!header) throw new OtherLayout();
    } else if (list) {
      if (line !== '],') throw new OtherLayout();
      list = undefined;
    } else {
      const name = /^"(\w+)":\[$/.exec(line)?.[1];
      if (!name || Object.hasOwn(data, name)) throw new OtherLayout();
      list = data[name] = [];
    }
  }

  /** What is not worked off yet: the beginning of a line, `held` bytes, and the chunk behind it. */
  let window = Buffer.alloc(0);
  let held = 0;
  for await (const chunk of reader.chunks()) {
    if (finished) throw new OtherLayout();
    if (held + chunk.length > window.length) {
      const larger = Buffer.allocUnsafe(2 * (held + chunk.length));
      window.copy(larger, 0, 0, held);
      window = larger;
    }
    chunk.copy(window, held);
    const bytes = window.subarray(0, held + chunk.length);
    let start = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      if (list && bytes[start] === brace) {
        const text = bytes.toString('utf8', start, bytes[end - 1] === comma ? end - 1 : end);
        const record = parseLine(text);
        room -= sizeOfRecord(record, text);
        if (room < 0) throw tooLargeError(path);
        list.push(record);
      } else {
        const line = bytes.toString('utf8', start, end);
        const expected = /^"checksum":"([0-9a-f]{8})"\}$/.exec(line)?.[1];
        if (expected) {
          if (list || end + 1 !== bytes.length) throw new OtherLayout();
          if (crc32(bytes.subarray(0, start), checksum) !== Number.parseInt(expected, 16))
            throw new OtherLayout();
          finished = true;
        } else readStructureLine(line);
      }
      start = end + 1;
    }
    checksum = crc32(bytes.subarray(0, start), checksum);
    window.copyWithin(0, start, bytes.length);
    held = bytes.length - start;
  }
  if (!header || !finished) throw new OtherLayout();
  return { header, data, bytes: reader.bytes };
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OtherLayout();
  }
}

/** Any valid JSON with the same keys and no checksum: what is left when the author's own tools changed the file. */
async function readWhole(disk: Disk, path: string): Promise<Snapshot> {
  const bytes = await disk.read(path);
  if (bytes.length === 0) throw damagedError(path, 'è vuoto');
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw damagedError(path, 'non è un JSON valido', error);
  }
  if (typeof content !== 'object' || content === null) throw damagedError(path, 'non contiene un database');
  if ('checksum' in content) {
    throw damagedError(
      path,
      'il contenuto non corrisponde al suo codice di controllo; se è stato modificato di proposito, va tolta la voce "checksum"',
    );
  }
  const { schema, generation, sequence, ...data } = content as Record<string, unknown>;
  const header = snapshotHeader.safeParse({ schema, generation, sequence });
  if (!header.success) throw damagedError(path, 'mancano le voci "schema", "generation" o "sequence"');
  const wrong = Object.keys(data).find((name) => !Array.isArray(data[name]));
  if (wrong !== undefined) throw damagedError(path, `la voce "${wrong}" non è un elenco`);
  return { header: header.data, data: data as RawDatabase, bytes: bytes.length };
}
