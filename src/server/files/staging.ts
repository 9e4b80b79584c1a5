import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { isHidden } from './incoming.ts';
import { sync, syncTree } from './sync.ts';

/** Files on disk beside the uploads, whole, not yet in their place. */
export interface StagedFiles {
  count: number;
  /** Puts them in the place of the uploads. @returns the folder that holds what was there, if anything was */
  commit(): Promise<string | undefined>;
  discard(): Promise<void>;
}

/**
 * Stands in the uploads folder from the moment a restore begins to put other files there until the mirror has seen it: what
 * is in the folder is then what the author wants, and what the bucket has besides was deleted by the restore.
 */
export const restoredMark = '.restored';

export class Staging {
  readonly #base: string;
  readonly #staged: string;
  readonly #replaced: string;

  private constructor(uploadsDir: string, now: Date) {
    const stamp = now.toISOString().replaceAll(':', '-');
    this.#base = resolve(uploadsDir);
    this.#staged = join(this.#base, `.restore-${stamp}`);
    this.#replaced = join(this.#base, `.replaced-${stamp}`);
  }

  /** A hidden folder among the uploads, for files that are to take their place. */
  static async begin(uploadsDir: string, now: Date): Promise<Staging> {
    const staging = new Staging(uploadsDir, now);
    await mkdir(staging.#staged, { recursive: true });
    return staging;
  }

  /** Where a file is to be written; `undefined` for a name that leads elsewhere or is hidden. Makes its folder. */
  async place(name: string): Promise<string | undefined> {
    const target = resolve(this.#staged, name);
    if (!target.startsWith(this.#staged + sep) || isHidden(name) || name.includes('\\.')) return undefined;
    await mkdir(dirname(target), { recursive: true });
    return target;
  }

  async discard(): Promise<void> {
    await rm(this.#staged, { recursive: true, force: true });
  }

  /** All files are written: they are durable when this resolves. */
  async finish(count: number): Promise<StagedFiles> {
    await syncTree(this.#staged);
    return { count, commit: () => this.#commit(), discard: () => this.discard() };
  }

  async #commit(): Promise<string | undefined> {
    const mark = await open(join(this.#base, restoredMark), 'w');
    await mark.close();
    await sync(this.#base);
    // The folder itself may be a mount point: its content is moved, not the folder.
    const present = (await readdir(this.#base)).filter((name) => !name.startsWith('.'));
    if (present.length > 0) await mkdir(this.#replaced);
    for (const name of present) await rename(join(this.#base, name), join(this.#replaced, name));
    for (const name of await readdir(this.#staged)) {
      await rename(join(this.#staged, name), join(this.#base, name));
    }
    await this.discard();
    await syncTree(this.#base);
    return present.length > 0 ? this.#replaced : undefined;
  }
}
