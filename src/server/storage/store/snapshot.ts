import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Disk } from './disk.ts';
import { composeSnapshot, type SnapshotHeader } from './snapshot-file.ts';
import type { Snapshot } from './types.ts';

/** A file that neither changes nor goes away while it is read. */
export async function fileSnapshot(disk: Disk, path: string): Promise<Snapshot> {
  const bytes = await disk.size(path);
  async function* copyChunks(): AsyncIterable<Buffer> {
    for await (const chunk of disk.readChunks(path)) yield Buffer.from(chunk);
  }
  return { bytes, open: () => Readable.from(copyChunks(), { objectMode: false }) };
}

/**
 * The file that these records would be written into, made anew each time it is read: no byte of it is on a disk, and no more than
 * a slice in memory.
 *
 * @param data never changes; see `composeSnapshot`
 */
export async function memorySnapshot(
  header: SnapshotHeader,
  data: Record<string, Iterable<unknown>>,
): Promise<Snapshot> {
  async function* slices(): AsyncIterable<Buffer> {
    for (const slice of composeSnapshot(header, data)) {
      yield slice;
      // Whoever reads as fast as this writes would keep the event loop from everybody else.
      await breathe();
    }
  }
  let bytes = 0;
  for await (const slice of slices()) bytes += slice.length;
  return { bytes, open: () => Readable.from(slices(), { objectMode: false }) };
}
