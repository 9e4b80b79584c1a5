import { z } from 'zod';
import { timestamp } from '#shared/contracts/values.ts';
import { binPrefix } from '#server/storage/store/bin.ts';
import { bookPrefix, deleteSetting, packagePrefix, putSetting } from '#server/storage/store/settings.ts';
import { cardsMissing } from '#server/storage/store/migrations.ts';
import { versionPrefix } from '#server/storage/store/versions.ts';
import type { Setting, Store } from '#server/storage/store/types.ts';

/** When each backup was last downloaded to its last byte. */
const downloads = z.object({ databaseAt: timestamp.optional(), filesAt: timestamp.optional() });

/**
 * The last restore: it is written into the new database itself, so it is there exactly when that is. What has to be done
 * with the files is read from it, after a crash too.
 */
const storedRestore = z.object({
  id: z.string(),
  at: timestamp,
  /** The name beside db.json of the database that was replaced. */
  keptDatabase: z.string(),
  /** Hidden folders among the uploads: where the new files come from, where the replaced ones go. */
  files: z.object({ from: z.string(), keepAs: z.string() }).optional(),
  /** Whether this was itself the undoing of a restore. */
  undone: z.boolean(),
  /** The uploads that the replaced database speaks of: as long as it can be put back they are in use. */
  uses: z.array(z.string()),
});

export type Restored = z.infer<typeof storedRestore>;

const downloadsId = 'backup';
const restoredId = 'restore';
const mediaPrefix = 'media:';

export function readDownloads(store: Pick<Store, 'settings'>): z.infer<typeof downloads> {
  return downloads.catch({}).parse(store.settings.get(downloadsId)?.value ?? {});
}

export async function noteDownload(
  store: Pick<Store, 'settings' | 'mutate'>,
  which: 'databaseAt' | 'filesAt',
): Promise<void> {
  const value = { ...readDownloads(store), [which]: new Date().toISOString() };
  await store.mutate([putSetting(downloadsId, value)]);
}

export function readRestored(store: Pick<Store, 'settings'>): Restored | undefined {
  return storedRestore.optional().catch(undefined).parse(store.settings.get(restoredId)?.value);
}

export async function forgetRestored(store: Pick<Store, 'mutate'>): Promise<void> {
  await store.mutate([deleteSetting(restoredId)]);
}

/**
 * The settings after a restore. Those of this installation stay (the password of now, so that an old backup cannot lock
 * the author out; when backups were made; the state of a mirror); those that are part of the book come from the backup:
 * «Il libro», the import that can be undone, which uploads stand in for its recordings, and whether it is older than the
 * memory cards. The bin and the
 * versions are those of both: what was deleted or replaced in either can still come back.
 */
export function settingsAfter(
  now: readonly Setting[],
  inFile: readonly Setting[],
  last: Restored,
): Setting[] {
  const ofBook = ({ id }: Setting) =>
    id.startsWith(mediaPrefix) ||
    id.startsWith(bookPrefix) ||
    id.startsWith(packagePrefix) ||
    id === cardsMissing;
  const isPast = ({ id }: Setting) => id.startsWith(binPrefix) || id.startsWith(versionPrefix);
  const present = new Set(now.map(({ id }) => id));
  return [
    ...now.filter((setting) => !ofBook(setting) && setting.id !== restoredId),
    ...inFile.filter((setting) => ofBook(setting) || (isPast(setting) && !present.has(setting.id))),
    { id: restoredId, value: JSON.parse(JSON.stringify(last)) as unknown },
  ];
}
