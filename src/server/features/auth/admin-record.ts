import { z } from 'zod';
import { putSetting } from '#server/storage/records/settings.ts';
import type { Store } from '#server/storage/store/types.ts';

export type SettingsStore = Pick<Store, 'settings' | 'mutate'>;

/**
 * The administrator's record. A session is good for one `epoch`: raising it ends every session. `configuredHash` is what
 * ADMIN_PASSWORD was when another password took its place: as long as it is that one it changes nothing.
 */
const admin = z.object({
  passwordHash: z.string(),
  epoch: z.number().int().min(0),
  configuredHash: z.string().optional(),
});
type Admin = z.infer<typeof admin>;

const recordId = 'admin';

export function readAdmin(store: Pick<Store, 'settings'>): Admin | undefined {
  const record = store.settings.get(recordId);
  return record && admin.parse(record.value);
}

export function writeAdmin(store: SettingsStore, value: Admin): Promise<void> {
  return store.mutate([putSetting(recordId, value)]);
}

/** What the sessions of now are good for. */
export function currentEpoch(store: Pick<Store, 'settings'>): number {
  return readAdmin(store)?.epoch ?? 0;
}
