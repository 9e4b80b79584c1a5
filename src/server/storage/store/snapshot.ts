import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Disk } from './disk.ts';
import { composeSnapshot, type SnapshotHeader } from './snapshot-file.ts';
import type { SnapshotLease } from './types.ts';

/** The file as it is now: it stays open until it is released, whatever takes its name meanwhile. */
export async function fileSnapshot(disk: Disk, path: string): Promise<SnapshotLease> {
  const reader = await disk.openReader(path);
  async function* copyChunks(): AsyncIterable<Buffer> {
    for await (const chunk of reader.chunks()) yield Buffer.from(chunk);
  }
  return {
    bytes: reader.bytes,
    open: () => Readable.from(copyChunks(), { objectMode: false }),
    release: () => reader.close().catch(() => undefined),
  };
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
): Promise<SnapshotLease> {
  async function* slices(): AsyncIterable<Buffer> {
    for (const slice of composeSnapshot(header, data)) {
      yield slice;
      // Whoever reads as fast as this writes would keep the event loop from everybody else.
      await breathe();
    }
  }
  let bytes = 0;
  for await (const slice of slices()) bytes += slice.length;
  return {
    bytes,
    open: () => Readable.from(slices(), { objectMode: false }),
    release: () => Promise.resolve(),
  };
}
