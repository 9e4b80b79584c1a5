import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FilesCheck } from '#shared/contracts/backup.ts';
import type { FileStore } from './types.ts';

/** Our own names say the SHA-256 of the content, its first half. */
const ownHash = /^(?:images|audio|video)\/([0-9a-f]{32})\.[a-z0-9]+$/;

/** Looks for bytes that a disk changed by itself: nobody would notice before the last good copy is gone. */
export interface ScrubOptions {
  files: Pick<FileStore, 'list' | 'read' | 'stat'>;
  /** What the bucket knows of a file that is unchanged since it was copied, SHA-256 in hex. */
  copyOf?: ((name: string) => Promise<string | undefined>) | undefined;
  /** Brings a file back from the bucket. @throws when what is there is not whole either */
  fetch?: ((name: string) => Promise<void>) | undefined;
  onFound: (found: FilesCheck) => void;
  /** Bytes read a second: the disk has readers to serve. */
  pace?: number;
  firstAfterMs?: number;
  everyMs?: number;
}

export interface Scrub {
  /** What the last check found; nothing before the first. */
  last(): FilesCheck | undefined;
  /** Checks now. @returns what was found */
  run(): Promise<FilesCheck>;
  stop(): Promise<void>;
}

const usualPace = 16 * 1024 * 1024;
const minute = 60_000;

/** Checks every upload against its name or its copy, some minutes after the start and then once a day. */
export function startScrub(options: ScrubOptions): Scrub {
  const { files, copyOf, fetch, onFound, pace = usualPace } = options;
  const { firstAfterMs = 5 * minute, everyMs = 24 * 60 * minute } = options;
  const leaving = new AbortController();
  const { signal } = leaving;
  let last: FilesCheck | undefined;
  let running: Promise<unknown> = Promise.resolve();

  async function run(): Promise<FilesCheck> {
    const found: FilesCheck = { at: new Date().toISOString(), checked: 0, damaged: [], mended: [] };
    for (const { name } of await files.list()) {
      if (signal.aborted) break;
      // A bucket that is away says nothing about the disk.
      const expected = ownHash.exec(name)?.[1] ?? (await copyOf?.(name).catch(() => undefined));
      if (expected === undefined || !(await isDamaged(name, expected))) found.checked++;
      else found[(await isMended(name, expected)) ? 'mended' : 'damaged'].push(name);
    }
    last = found;
    if (found.damaged.length + found.mended.length > 0) onFound(found);
    return found;
  }

  /** Asked twice: it may have been deleted or replaced while it was being read. */
  const isDamaged = async (name: string, expected: string) =>
    !(await isWhole(name, expected)) && !(await isWhole(name, expected));

  async function isWhole(name: string, expected: string): Promise<boolean> {
    if (!(await files.stat(name))) return true;
    const hash = createHash('sha256');
    try {
      for await (const chunk of files.read(name) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        await delay((chunk.length / pace) * 1000, undefined, { signal });
      }
    } catch {
      // Cut short by a stop; or not to be read, which is as bad as wrong.
      return signal.aborted;
    }
    return hash.digest('hex').startsWith(expected);
  }

  async function isMended(name: string, expected: string): Promise<boolean> {
    try {
      await fetch?.(name);
    } catch {
      return false;
    }
    return fetch !== undefined && isWhole(name, expected);
  }

  const turn = () => {
    running = run()
      .catch(() => undefined)
      .then(() => void (timer = signal.aborted ? timer : setTimeout(turn, everyMs).unref()));
  };
  let timer = setTimeout(turn, firstAfterMs).unref();

  return {
    last: () => last,
    run,
    async stop() {
      leaving.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
