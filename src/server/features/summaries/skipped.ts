import { z } from 'zod';
import type { Store } from '#server/storage/store/types.ts';

const settingId = 'summaries-skipped';
const stored = z.record(z.string(), z.string());

/**
 * The sections whose missing summaries the author cancelled, each with the fingerprint of its text: edited, it is wanted
 * again. Kept with the settings, so that a restart does not go on with what costs money and was stopped.
 */
export function openSkipped(store: Pick<Store, 'settings' | 'mutate'>) {
  const read = (): Record<string, string> => {
    const parsed = stored.safeParse(store.settings.get(settingId)?.value);
    return parsed.success ? parsed.data : {};
  };
  const write = (value: Record<string, string>) =>
    store.mutate([{ type: 'put', collection: 'settings', record: { id: settingId, value } }]);

  return {
    has: (id: string, fingerprint: string): boolean => read()[id] === fingerprint,
    async add(entries: readonly (readonly [id: string, fingerprint: string])[]): Promise<void> {
      if (entries.length > 0) await write({ ...read(), ...Object.fromEntries(entries) });
    },
    /** Takes effect at once; if the disk refuses, the section is skipped again and the author can still ask for it. */
    delete(id: string): void {
      const { [id]: found, ...others } = read();
      if (found !== undefined) void write(others).catch(() => undefined);
    },
    async clear(): Promise<void> {
      if (Object.keys(read()).length > 0)
        await store.mutate([{ type: 'delete', collection: 'settings', id: settingId }]);
    },
  };
}
