import { z } from 'zod';
import { timestamp } from '#shared/contracts/values.ts';
import { deletion } from '#server/storage/records/deletion.ts';
import { bookPrefix, deleteSetting, putSetting } from '#server/storage/records/settings.ts';
import { cardsMissing } from '#server/storage/store/migrations.ts';
import type { Operation, Records, Setting, Store } from '#server/storage/store/types.ts';

/** When each backup was last downloaded to its last byte. */
const downloads = z.object({ databaseAt: timestamp.optional(), filesAt: timestamp.optional() });

/**
 * A restore whose uploads are not in their places yet: written into the restored database itself, so it is there exactly when
 * that is. The folders are hidden ones among the uploads: where the new files come from, where the replaced ones go.
 */
const unfinishedRestore = z.object({ files: z.object({ from: z.string(), keepAs: z.string() }).optional() });

export type UnfinishedRestore = z.infer<typeof unfinishedRestore>;

const downloadsId = 'backup';
const unfinishedId = 'restore';
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

export function readUnfinishedRestore(store: Pick<Store, 'settings'>): UnfinishedRestore | undefined {
  return unfinishedRestore.optional().catch(undefined).parse(store.settings.get(unfinishedId)?.value);
}

export async function forgetUnfinishedRestore(store: Pick<Store, 'mutate'>): Promise<void> {
  await store.mutate([deleteSetting(unfinishedId)]);
}

export const noteUnfinishedRestore = (restore: UnfinishedRestore): Operation =>
  putSetting(unfinishedId, JSON.parse(JSON.stringify(restore)));

export type SettingKind = 'book' | 'recordings' | 'own';

/** Whose a setting is: the author's book's, or this installation's. */
export function kindOfSetting({ id }: Pick<Setting, 'id'>): SettingKind {
  if (id.startsWith(bookPrefix)) return 'book';
  if (id.startsWith(mediaPrefix)) return 'recordings';
  return id === cardsMissing ? 'book' : 'own';
}

/**
 * What stays at a restore. The settings and the sessions are those of this installation (the password of now, so that an old
 * backup cannot lock the author out; when backups were made; the state of a mirror), but for those that are part of the book and
 * come from the backup: «Il libro», which uploads stand in for its recordings, and whether it is older than the memory cards. The
 * bin and the versions are those of both: what was deleted or replaced in either can still come back.
 *
 * @returns what makes the backup's records so
 */
export function keepAtRestore(next: Records, now: Records): Operation[] {
  const isOwn = (setting: Setting) => kindOfSetting(setting) === 'own';
  return [
    ...[...next.settings.values()].filter(isOwn).map(({ id }) => deleteSetting(id)),
    ...[...next.sessions.values()].map(({ id }) => deletion('sessions', id)),
    ...[...now.settings.values()]
      .filter((setting) => isOwn(setting) && setting.id !== unfinishedId)
      .map(({ id, value }) => putSetting(id, value)),
    ...(['sessions', 'binEntries', 'sectionVersions'] as const).flatMap((collection) =>
      [...now[collection].values()].map((record) => ({ type: 'put', collection, record }) as Operation),
    ),
  ];
}
