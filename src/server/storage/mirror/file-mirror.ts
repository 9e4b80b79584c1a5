import { createHash } from 'node:crypto';
import { stat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ageOf } from '#shared/age-of.ts';
import type { MirrorTask } from '#shared/contracts/mirror.ts';
import { concernsWholeBucket } from '../bucket/failures.ts';
import { replacedMark } from '../files/swap.ts';
import type { FileStore } from '../files/types.ts';
import type { Operation, Store } from '../store/types.ts';
import { deletedFolder } from './layout.ts';
import { deletedFiles } from './rebuild.ts';
import { compareEnds, copyFile, type Ends, fetchFile, filesAtOnce, markDeleted } from './transfer.ts';
import { runConcurrently } from './run-concurrently.ts';

export interface FileMirrorOptions extends Ends {
  store: Pick<Store, 'mirrorTasks' | 'mutate' | 'position'>;
  uploadsDir: string;
  onTask: () => void;
}

const tasksAtOnce = 200;
/** A restore moves files for this long at most: until then what is not here may be on its way. */
const replacingMs = 30_000;

/**
 * Copies the uploads to the bucket. What is still to be done stands in the database, so that a restart forgets nothing; what
 * never got there (a crash between a file and its task, a file copied by hand) is found by comparing both ends.
 */
export class FileMirror {
  readonly #options: FileMirrorOptions;
  /** The generation of the database for which both ends were last compared. */
  #reconciled: string | undefined;

  constructor(options: FileMirrorOptions) {
    this.#options = options;
  }

  get pending(): number {
    return this.#options.store.mirrorTasks.size;
  }

  /** The local files, with every change of them noted. Noting never holds up nor fails the change itself. */
  get noted(): FileStore {
    const { local } = this.#options;
    return {
      ...local,
      receive: async (...given) => {
        const file = await local.receive(...given);
        this.#storeTasks([{ name: file.name, action: 'copy' }]).catch(() => undefined);
        return file;
      },
      delete: async (name) => {
        await local.delete(name);
        this.#storeTasks([{ name, action: 'delete' }]).catch(() => undefined);
      },
    };
  }

  async #storeTasks(changes: readonly Pick<MirrorTask, 'name' | 'action'>[]): Promise<void> {
    const { store, onTask } = this.#options;
    const since = new Date().toISOString();
    for (let at = 0; at < changes.length; at += tasksAtOnce) {
      const operations = changes.slice(at, at + tasksAtOnce).map(({ name, action }): Operation => {
        const id = createHash('sha256').update(name).digest('hex');
        return { type: 'put', collection: 'mirrorTasks', record: { id, name, action, since } };
      });
      await store.mutate(operations);
    }
    if (changes.length > 0) onTask();
  }

  /** Compares both ends at the start, after a restore and after every purge, and does the tasks. @throws the first error */
  async synchronise(): Promise<void> {
    const { generation } = this.#options.store.position;
    const isDue = this.#reconciled !== generation || (await this.#replacedAt()) !== undefined;
    if (isDue && (await this.#reconcile())) this.#reconciled = generation;
    await this.#round();
  }

  /** Does the tasks. A file that cannot be read holds up no other. @throws the first error, when all were tried */
  async #round(): Promise<void> {
    const { store } = this.#options;
    const errors: unknown[] = [];
    await runConcurrently([...store.mirrorTasks.values()], filesAtOnce, async (task) => {
      try {
        await this.#runTask(task);
      } catch (error) {
        if (concernsWholeBucket(error)) throw error;
        errors.push(error);
      }
    });
    if (errors.length > 0) throw errors[0];
  }

  async #runTask(task: MirrorTask): Promise<void> {
    const { store, local } = this.#options;
    // What is here now counts, not what the task says: the database may have come from a backup or another machine.
    const isHere = (await local.stat(task.name)) !== undefined;
    if (isHere) await copyFile(this.#options, task.name);
    else if (task.action === 'delete') await markDeleted(this.#options, task.name);
    // Changed again meanwhile: the newer task is still to be done.
    if (store.mirrorTasks.get(task.id) !== task) return;
    await store.mutate([{ type: 'delete', collection: 'mirrorTasks', id: task.id }]);
  }

  /**
   * Compares both ends, notes what is to be copied or deleted, and brings back files that were lost here.
   *
   * @returns whether it was done: while the files are being replaced it is too early
   */
  async #reconcile(): Promise<boolean> {
    const { store, uploadsDir } = this.#options;
    const mark = join(uploadsDir, replacedMark);
    const replacedAt = await this.#replacedAt();
    if (replacedAt !== undefined && ageOf(replacedAt) < replacingMs) return false;
    const localDecides = replacedAt !== undefined;
    const tasks = [...store.mirrorTasks.values()];
    const deletedHere = new Set(tasks.flatMap(({ name, action }) => (action === 'delete' ? [name] : [])));
    const found = await compareEnds(this.#options, { localDecides, deletedHere });
    await this.#storeTasks([
      ...found.copy.map((name) => ({ name, action: 'copy' as const })),
      ...found.markDeleted.map((name) => ({ name, action: 'delete' as const })),
    ]);
    if (localDecides) await rm(mark, { recursive: true, force: true });
    await runConcurrently(found.fetch, filesAtOnce, (name) => fetchFile(this.#options, name));
    return true;
  }

  /** When a restore began to replace the files, if both ends were not compared since. */
  async #replacedAt(): Promise<number | undefined> {
    const found = await stat(join(this.#options.uploadsDir, replacedMark)).catch(() => undefined);
    return found?.mtimeMs;
  }

  /** Removes from the bucket the files that were deleted so long ago that nothing that is kept can need them. */
  async purge(stayMs: number, now = Date.now()): Promise<void> {
    const { bucket, files, local } = this.#options;
    for (const [name, at] of await deletedFiles(bucket)) {
      if (at.getTime() > now - stayMs || (await local.stat(name))) continue;
      await files.delete(name);
      await bucket.remove(deletedFolder + name);
    }
    this.#reconciled = undefined;
  }
}
