import { z } from 'zod';
import { deleteSetting, putSetting } from '#server/storage/records/settings.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';

const settingId = 'memory-cards-requested';
const sectionIds = z.array(z.string());

/** The sections whose cards the author asked for, in that order. Kept with the settings: a restart goes on with them. */
export function openRequestedSections(store: Pick<Store, 'sections' | 'settings' | 'mutate'>) {
  const read = (): string[] => {
    const result = sectionIds.safeParse(store.settings.get(settingId)?.value);
    return result.success ? result.data.filter((id) => store.sections.get(id)) : [];
  };
  const operation = (ids: readonly string[]): Operation =>
    ids.length > 0 ? putSetting(settingId, ids) : deleteSetting(settingId);
  const write = async (ids: readonly string[]) => {
    if (ids.length > 0 || store.settings.get(settingId)) await store.mutate([operation(ids)]);
  };

  return {
    list: read,
    add: (ids: readonly string[]) => write([...new Set([...read(), ...ids])]),
    clear: () => write([]),
    /** What takes a section off the list, to be done together with storing its cards. */
    removal: (id: string) => operation(read().filter((other) => other !== id)),
  };
}
