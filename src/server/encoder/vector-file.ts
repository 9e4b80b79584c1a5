import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { realDisk } from '#server/storage/store/disk.ts';
import manifest from './model/manifest.json';
import type { TextKind } from './types.ts';

export const dimensions = 384;
const keyBytes = 16;
const recordBytes = keyBytes + dimensions;
const checksumBytes = 4;
const recordsPerChunk = 512;

/** Vectors by the key of their text. */
export type Vectors = Map<string, Int8Array>;

const header = z.object({
  /** Fingerprint of what made the vectors: of another encoder they are worth nothing. */
  encoder: z.string(),
  /** Hash of the texts, where they are the repository's. */
  texts: z.string().optional(),
  /** What was subtracted, 384 numbers; only in the shipped file. */
  mean: z.array(z.number()).length(dimensions).optional(),
});
type Header = z.infer<typeof header>;

interface VectorFile extends Header {
  vectors: Vectors;
}

/** Counts up when vectors are made otherwise of the same model. */
const version = 1;

/** What vectors depend on besides their texts: model, tokenizer, the way from text to vector. */
export const modelFingerprint: string = createHash('sha256')
  .update(JSON.stringify([version, manifest.files]))
  .digest('hex');

/** Plain hashes: the author's file lies beside the database, which has the texts themselves. */
export const textKey = (kind: TextKind, text: string): string =>
  createHash('sha256').update(`${kind}\0${text}`).digest().toString('latin1', 0, keyBytes);

/** As whole numbers of which the largest is 127. */
export function quantise(vector: Float32Array): Int8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), Number.MIN_VALUE);
  return Int8Array.from(vector, (value) => Math.round((value * 127) / largest));
}

/** The file with the vectors at `path`: `undefined` when it is not there, is damaged or is another encoder's. */
export async function readVectorFile(path: string, encoder: string): Promise<VectorFile | undefined> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  const end = bytes.length - checksumBytes;
  const start = bytes.indexOf('\n') + 1;
  if (start === 0 || end < start || (end - start) % recordBytes !== 0) return undefined;
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) return undefined;
  const fields = header.parse(JSON.parse(bytes.toString('utf8', 0, start)));
  if (fields.encoder !== encoder) return undefined;
  const vectors: Vectors = new Map();
  for (let at = start; at < end; at += recordBytes) {
    const values = new Int8Array(bytes.buffer, bytes.byteOffset + at + keyBytes, dimensions);
    vectors.set(bytes.toString('latin1', at, at + keyBytes), values);
  }
  return { ...fields, vectors };
}

function* chunksOf(fields: Header, vectors: Vectors): Generator<Buffer> {
  yield Buffer.from(`${JSON.stringify(fields)}\n`);
  let records: Buffer[] = [];
  for (const [key, vector] of vectors) {
    records.push(Buffer.from(key, 'latin1'), Buffer.from(vector.buffer, vector.byteOffset, dimensions));
    if (records.length < 2 * recordsPerChunk) continue;
    yield Buffer.concat(records);
    records = [];
  }
  yield Buffer.concat(records);
}

/** Writes beside and renames: there whole or not at all. Waits between its parts, so that nobody waits for it. */
export async function writeVectorFile(path: string, fields: Header, vectors: Vectors): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await realDisk.create(temporary, 0o600);
  try {
    let checksum = 0;
    for (const chunk of chunksOf(fields, vectors)) {
      checksum = crc32(chunk, checksum);
      await file.append(chunk);
    }
    const end = Buffer.alloc(checksumBytes);
    end.writeUInt32LE(checksum);
    await file.append(end);
    await file.sync();
  } finally {
    await file.close();
  }
  await realDisk.rename(temporary, path);
}
