import { z } from 'zod';
import { setIdle, storedSession } from '#shared/contracts/auth.ts';
import { storedBinEntry } from '#shared/contracts/bin.ts';
import { erasure } from '#shared/contracts/erasures.ts';
import { storedVersion } from '#shared/contracts/versions.ts';
import type { RawDatabase } from './snapshot-file.ts';

type Moved = 'binEntries' | 'sectionVersions' | 'erasures';
/** By the prefix of the setting's id: the collection, and what its records look like. */
const kinds = new Map<string | undefined, [Moved, z.ZodType]>([
  ['bin', ['binEntries', storedBinEntry]],
  ['version', ['sectionVersions', storedVersion]],
  ['erased', ['erasures', erasure]],
]);
const formerSetting = z.object({ id: z.string(), value: z.looseObject({}) });
const formerSessions = z.object({
  id: z.literal('admin-sessions'),
  value: setIdle.extend({ sessions: z.array(storedSession) }),
});

/**
 * Puts what schema 3 had as settings with a prefix (`bin:<id>`, `version:<section>:<moment>`, `erased:<hash>`) and as the setting
 * `admin-sessions` into collections. What has such an id and another shape was never read, and stays a setting.
 */
export function moveFormerSettings(data: RawDatabase): RawDatabase {
  const settings: unknown[] = [];
  const sessions: unknown[] = [];
  const moved = { binEntries: [], sectionVersions: [], erasures: [] } as Record<Moved, unknown[]>;
  for (const setting of data.settings ?? []) {
    const signedIn = formerSessions.safeParse(setting).data?.value;
    const [collection, record] = movedRecord(setting) ?? [];
    if (signedIn) {
      sessions.push(...signedIn.sessions);
      settings.push({ id: 'admin-idle-hours', value: signedIn.idleHours });
    } else if (collection) moved[collection].push(record);
    else settings.push(setting);
  }
  // A restore put those of the backup last; records are in the order in which they were written.
  moved.sectionVersions = z
    .array(storedVersion)
    .parse(moved.sectionVersions)
    .sort((a, b) => a.replacedAt.localeCompare(b.replacedAt));
  return { ...data, settings, ...moved, sessions };
}

function movedRecord(setting: unknown): [Moved, unknown] | undefined {
  const { id = '', value } = formerSetting.safeParse(setting).data ?? {};
  const [, prefix, own = ''] = /^(\w+):(.*)$/s.exec(id) ?? [];
  const [collection, shape] = kinds.get(prefix) ?? [];
  const sectionId = own.slice(0, own.lastIndexOf(':'));
  const record = shape?.safeParse({ ...value, id: own, sectionId }).data;
  return collection !== undefined && record !== undefined ? [collection, record] : undefined;
}
