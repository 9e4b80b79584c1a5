import { toApiError } from '#client/api-error.ts';
import { changedFields, clashingFields, isSameValue, type FormFields } from './merge-fields.ts';

export interface StoredEntry {
  id: string;
  updatedAt: string;
}

/** State that a sheet started from. Without `updatedAt` the entry is new and `id` was chosen here. */
export interface Base {
  id: string;
  updatedAt?: string | undefined;
  fields: FormFields;
}

export interface SaveCalls<Row extends StoredEntry> {
  /** Idempotent by id. */
  create(fields: FormFields & { id: string }): Promise<Row>;
  update(changes: FormFields & { id: string; updatedAt: string }): Promise<unknown>;
  /** Current entries of the server. Rejects without an `ApiError` while offline. */
  list(): Promise<readonly Row[]>;
  fieldsOf(row: Row): FormFields;
  /** Called without a response; resolves when a retry makes sense, rejects when the author has left. */
  wait(): Promise<void>;
}

type Saved<Row extends StoredEntry> =
  /** `looked`: the response was lost, and reading showed that it was saved. */
  | { state: 'saved'; created: boolean; looked: boolean }
  /** Conflict in the same fields: the author chooses, then saves from `base`. */
  | { state: 'clash'; current: Row; base: Base; clashes: string[]; error: unknown };

/**
 * Saves a sheet over an unreliable connection: after a lost response it checks the server, retries are idempotent (id
 * chosen here), and changes made elsewhere to other fields are kept.
 *
 * @param read current fields: the author may go on typing
 * @throws the server's refusal, and the rejection of `wait`
 */
export async function saveEntry<Row extends StoredEntry>(
  begun: Base,
  read: () => FormFields,
  calls: SaveCalls<Row>,
): Promise<Saved<Row>> {
  let base = begun;
  const created = begun.updatedAt === undefined;
  let looked = false;
  for (;;) {
    const fields = read();
    const changedNames = changedFields(base.fields, fields);
    if (looked && base.updatedAt !== undefined && changedNames.length === 0)
      return { state: 'saved', created, looked };
    try {
      const { id, updatedAt } = base;
      if (updatedAt === undefined) {
        const entry = await calls.create({ ...fields, id });
        const older = findEarlierFields(fields, calls.fieldsOf(entry));
        if (older) {
          // Created by an earlier attempt whose response was lost: later input is an update.
          base = { id, updatedAt: entry.updatedAt, fields: older };
          continue;
        }
      } else await calls.update({ ...pick(fields, changedNames), id, updatedAt });
      return { state: 'saved', created, looked: false };
    } catch (error) {
      const refused = toApiError(error);
      const current = refused?.code === 'CHANGED' ? (refused.current as Row | undefined) : undefined;
      if (current) {
        const theirs = calls.fieldsOf(current);
        const clashes = clashingFields(base.fields, fields, theirs);
        base = {
          id: base.id,
          updatedAt: current.updatedAt,
          fields: mergeBase(base.fields, fields, theirs),
        };
        if (clashes.length > 0) return { state: 'clash', current, base, clashes, error };
        looked = true;
        continue;
      }
      if (refused) throw error;
      const row = (await lookUp(calls)).find(({ id }) => id === base.id);
      if (row && isStored(base, fields, calls.fieldsOf(row))) {
        base = { id: row.id, updatedAt: row.updatedAt, fields: fields };
        looked = true;
      }
    }
  }
}

/** New base of a three-way merge: fields unchanged here keep their value and are not sent. */
function mergeBase(base: FormFields, mine: FormFields, theirs: FormFields): FormFields {
  return Object.fromEntries(
    Object.keys(mine).map((name) => [name, isSameValue(base[name], mine[name]) ? mine[name] : theirs[name]]),
  );
}

/** Earlier values that differ from the sent ones; the server may fill empty fields. */
function findEarlierFields(sent: FormFields, made: FormFields): FormFields | undefined {
  const names = Object.keys(sent).filter((name) => !isSameValue(sent[name], ''));
  if (names.every((name) => isSameValue(sent[name], made[name]))) return undefined;
  return { ...sent, ...pick(made, names) };
}

function isStored(base: Base, sent: FormFields, stored: FormFields): boolean {
  if (base.updatedAt === undefined) return true;
  return changedFields(base.fields, sent).every((name) => isSameValue(sent[name], stored[name]));
}

async function lookUp<Row extends StoredEntry>({ list, wait }: SaveCalls<Row>): Promise<readonly Row[]> {
  for (;;) {
    await wait();
    try {
      return await list();
    } catch (error) {
      // The server responds with an error: saving will report it.
      if (toApiError(error)) return [];
    }
  }
}

const pick = (fields: FormFields, names: readonly string[]): FormFields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));
