import { z } from 'zod';
import { timestamp } from '#shared/contracts/values.ts';
import type { ImageLibrary } from './images/library.ts';
import { usedUploads, type Speaking } from './uses.ts';

type Setting = { id: string; value: unknown };
type Operation =
  | { type: 'put'; collection: 'settings'; record: Setting }
  | { type: 'delete'; collection: 'settings'; id: string };

/** The part of the database that the notes are kept in, and what is asked whether a file is in use. */
interface Settings {
  settings: Speaking['settings'] & { get(id: string): Readonly<Setting> | undefined };
  mutate(operations: Operation[]): Promise<void>;
}
type Records = Speaking & Settings;

/** An upload that no saved entity has had yet. `held`: a draft in a browser speaks of it. */
const unsaved = z.object({ at: timestamp, held: z.boolean().optional() });
const settingPrefix = 'upload:';
const dayMs = 24 * 60 * 60 * 1000;

const put = (name: string, value: z.infer<typeof unsaved>): Operation => ({
  type: 'put',
  collection: 'settings',
  record: { id: settingPrefix + name, value },
});

/** Notes that a file was uploaded, and belongs to nothing yet. */
export async function noteUnsaved(store: Records, name: string): Promise<void> {
  if (usedUploads(store).has(name)) return;
  await store.mutate([put(name, { at: new Date().toISOString() })]);
}

/** Says of files that belong to nothing yet whether a draft in a browser speaks of them. */
export async function holdUnsaved(store: Settings, names: readonly string[], held: boolean): Promise<void> {
  const operations = names.flatMap((name) => {
    const note = unsaved.safeParse(store.settings.get(settingPrefix + name)?.value).data;
    return note && (note.held ?? false) !== held ? [put(name, { at: note.at, held })] : [];
  });
  if (operations.length > 0) await store.mutate(operations);
}

/**
 * Deletes the uploads that were never saved within a day. What belonged to something once is noted no more, and only the author
 * deletes it.
 *
 * @param now milliseconds since the epoch
 */
export async function sweepUnsaved(
  store: Records,
  images: Pick<ImageLibrary, 'remove'>,
  now: number,
): Promise<void> {
  const notes = notesOf(store);
  for (const { id, value } of notes) {
    const name = nameOf(id);
    // Asked again at each: something may come to use it between two deletions.
    const isNeeded = usedUploads(store).has(name);
    const note = unsaved.safeParse(value).data;
    const isOver = note && !note.held && Date.parse(note.at) <= now - dayMs;
    if (!isNeeded && !isOver) continue;
    // First what only this machine may write: one that may not deletes no file.
    await store.mutate([dropNote(name)]);
    if (!isNeeded) await images.remove(name);
  }
}

/** Notes no more that a file belongs to nothing yet: the author deletes it. */
export async function forgetUnsaved(store: Settings, name: string): Promise<void> {
  if (store.settings.get(settingPrefix + name)) await store.mutate([dropNote(name)]);
}

/** What removes the note of an upload that belongs to nothing yet. */
export const dropNote = (name: string): Operation => ({
  type: 'delete',
  collection: 'settings',
  id: settingPrefix + name,
});

/** The uploads that belong to nothing yet. */
export const unsavedUploads = (store: Pick<Settings, 'settings'>): string[] =>
  notesOf(store).map(({ id }) => nameOf(id));

const notesOf = ({ settings }: Pick<Settings, 'settings'>) =>
  [...settings.values()].filter(({ id }) => id.startsWith(settingPrefix));
const nameOf = (id: string) => id.slice(settingPrefix.length);
