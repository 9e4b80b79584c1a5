import { type Disk, type DiskFile, realDisk } from '../../src/server/main/bench-api.ts';

export interface Failure {
  /** The call that fails first, from 1. */
  at: number;
  /** The operating system's word for it. */
  code: string;
  /** Every later call fails too. */
  forGood: boolean;
}

/** The real disk, but for one call or all calls after it, which fail; an append fails after half of its bytes. */
export class FailingDisk {
  calls = 0;
  readonly disk: Disk;
  readonly #failure: Failure;

  constructor(failure: Failure) {
    this.#failure = failure;
    const then = <A extends unknown[], T>(call: (...given: A) => Promise<T>) => {
      return async (...given: A): Promise<T> => {
        this.#step();
        return call.apply(realDisk, given);
      };
    };
    this.disk = {
      create: then(async (path, mode) => this.#file(await realDisk.create(path, mode))),
      open: then(async (path) => this.#file(await realDisk.open(path))),
      read: then(realDisk.read),
      openReader: then(realDisk.openReader),
      list: then(realDisk.list),
      mode: then(realDisk.mode),
      makeDirectory: then(realDisk.makeDirectory),
      rename: then(realDisk.rename),
      remove: then(realDisk.remove),
      syncDirectory: then(realDisk.syncDirectory),
    };
  }

  #fails(): boolean {
    const { at, forGood } = this.#failure;
    return this.calls === at || (forGood && this.calls > at);
  }

  #step(): void {
    this.calls++;
    if (this.#fails()) throw this.#error();
  }

  #error(): Error {
    const { code } = this.#failure;
    return Object.assign(new Error(`${code}: injected`), { code });
  }

  #file(file: DiskFile): DiskFile {
    return {
      append: async (bytes) => {
        this.calls++;
        if (!this.#fails()) return file.append(bytes);
        await file.append(bytes.subarray(0, bytes.length >> 1));
        throw this.#error();
      },
      appendSync: (bytes) => {
        this.calls++;
        if (!this.#fails()) return file.appendSync(bytes);
        file.appendSync(bytes.subarray(0, bytes.length >> 1));
        throw this.#error();
      },
      sync: async () => {
        this.#step();
        await file.sync();
      },
      truncate: async (length) => {
        this.#step();
        await file.truncate(length);
      },
      truncateSync: (length) => {
        this.#step();
        file.truncateSync(length);
      },
      // Closed in any case, or a thousand trials would use up the descriptors.
      close: async () => {
        await file.close();
        this.#step();
      },
    };
  }
}
