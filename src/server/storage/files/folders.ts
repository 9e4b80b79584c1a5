import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { sync } from './sync.ts';

/** What moving whole folders asks of the file system: narrow, so that tests can make any single call fail. */
export interface Folders {
  /** The names in a folder; none when there is no folder. */
  list(path: string): Promise<string[]>;
  make(path: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** With all that is below. */
  remove(path: string): Promise<void>;
  /** Makes names made, moved and removed in a folder survive a power cut. */
  sync(path: string): Promise<void>;
}

export const realFolders: Folders = {
  async list(path) {
    try {
      return await readdir(path);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  },
  async make(path) {
    await mkdir(path, { recursive: true });
  },
  move: (from, to) => rename(from, to),
  remove: (path) => rm(path, { recursive: true, force: true }),
  sync: (path) => sync(path),
};
