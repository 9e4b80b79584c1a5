import { z } from 'zod';
import { moveFormerSettings } from './former-settings.ts';
import type { RawDatabase } from './snapshot-file.ts';

/**
 * Turns a database of one schema version into the next. It gets a copy of its own to change or replace; what it throws keeps
 * the site from starting, with the files as they were.
 */
export type Migration = (data: RawDatabase) => RawDatabase;

/** The setting of a database that is older than the memory cards, until the demonstration's are put in. */
export const cardsMissing = 'memory-cards-missing';

/** In order: the first turns version 1 into version 2. Never edited once released. */
export const migrations: readonly Migration[] = [
  // 2: what the bucket does not know yet of the uploads.
  (data) => ({ ...data, mirrorTasks: [] }),
  // 3: what the character remembers, in cards. Those of the demonstration book are put in when the site opens.
  (data) => ({
    ...data,
    memoryCards: [],
    settings: [...(data.settings ?? []), { id: cardsMissing, value: true }],
  }),
  // 4: the bin, the versions of sections, who was erased and the sessions, which were settings with a prefix.
  moveFormerSettings,
  // 5: the author's own articles.
  (data) => ({ ...data, articles: [] }),
];

/** The schema version that a program with these migrations writes. */
export function schemaVersion(known: readonly Migration[]): number {
  return known.length + 1;
}

/** @param version the version of `data` */
export function migrateDatabase(
  data: RawDatabase,
  version: number,
  known: readonly Migration[],
): RawDatabase {
  return known.slice(version - 1).reduce((current, migration) => migration(current), structuredClone(data));
}

const identified = z.looseObject({ id: z.string() });

/** Operations of any schema version: the collections and fields may be none that this program knows. */
const rawOperations = z.array(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('put'), collection: z.string(), record: identified }),
    z.object({ type: z.literal('delete'), collection: z.string(), id: z.string() }),
  ]),
);

/** The database with the journal's operations applied, by the rules that every version shares. */
export function withOperations(data: RawDatabase, mutations: readonly unknown[]): RawDatabase {
  // A Map keeps a replaced record in its place and puts a deleted and rewritten one last, as the tables do.
  const tables = new Map(
    Object.entries(data).map(([name, list]) => [
      name,
      new Map(
        z
          .array(identified)
          .parse(list)
          .map((record) => [record.id, record]),
      ),
    ]),
  );
  for (const operation of mutations.flatMap((mutation) => rawOperations.parse(mutation))) {
    const table = tables.get(operation.collection) ?? new Map<string, z.infer<typeof identified>>();
    tables.set(operation.collection, table);
    if (operation.type === 'put') table.set(operation.record.id, operation.record);
    else table.delete(operation.id);
  }
  return Object.fromEntries([...tables].map(([name, table]) => [name, [...table.values()]]));
}
