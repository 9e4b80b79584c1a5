import { toApiError } from '#client/api-error.ts';
import { changedFields, clashingFields, isSameValue, type FormFields } from './merge-fields.ts';

/** An entry as it is stored, in so far as saving looks at it. */
export interface StoredEntry {
  id: string;
  updatedAt: string;
}

/** What an open sheet began from. Without `updatedAt` it is an entry that is not there yet; `id` is chosen for it. */
export interface Base {
  id: string;
  updatedAt?: string | undefined;
  fields: FormFields;
}

export interface SaveCalls<Row extends StoredEntry> {
  /** Answers the entry with that id, which may have been made before. */
  create(fields: FormFields & { id: string }): Promise<Row>;
  update(changes: FormFields & { id: string; updatedAt: string }): Promise<unknown>;
  /** All entries as the server has them now. Rejects with no `ApiError` while nobody answers. */
  list(): Promise<readonly Row[]>;
  /** An entry as the form shows it. */
  fieldsOf(row: Row): FormFields;
  /** Called while no answer comes; resolves when it is worth asking again, rejects when the author has left. */
  wait(): Promise<void>;
}

type Saved<Row extends StoredEntry> =
  /** `looked`: no answer came, and reading showed that it was saved. */
  | { state: 'saved'; created: boolean; looked: boolean }
  /** Changed elsewhere in the same fields: the author chooses, then saves from `base`. */
  | { state: 'clash'; current: Row; base: Base; clashes: string[]; error: unknown };

/**
 * Saves a sheet's fields, whatever the line does: an answer that is lost is looked up before anything is claimed, what is sent
 * again makes nothing twice (the id was chosen here), and what was changed elsewhere in other fields is kept.
 *
 * @param read the fields at this moment: the author may write on while nobody answers
 * @throws the server's refusal, and what `wait` rejects with
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
        const older = olderThan(fields, calls.fieldsOf(entry));
        if (older) {
          // Made by an attempt before, of which only the answer was lost: what was written since is a change of it.
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
          fields: theirsBelow(base.fields, fields, theirs),
        };
        if (clashes.length > 0) return { state: 'clash', current, base, clashes, error };
        looked = true;
        continue;
      }
      if (refused) throw error;
      const row = (await lookUp(calls)).find(({ id }) => id === base.id);
      if (row && hasArrived(base, fields, calls.fieldsOf(row))) {
        base = { id: row.id, updatedAt: row.updatedAt, fields: fields };
        looked = true;
      }
    }
  }
}

/** Where only the other side has changed a field, what it says now is what this side begins from, and is not sent. */
function theirsBelow(base: FormFields, mine: FormFields, theirs: FormFields): FormFields {
  return Object.fromEntries(
    Object.keys(mine).map((name) => [name, isSameValue(base[name], mine[name]) ? mine[name] : theirs[name]]),
  );
}

/** What an entry held before, when it is not what was sent; a field sent empty may have been filled by the server. */
function olderThan(sent: FormFields, made: FormFields): FormFields | undefined {
  const names = Object.keys(sent).filter((name) => !isSameValue(sent[name], ''));
  if (names.every((name) => isSameValue(sent[name], made[name]))) return undefined;
  return { ...sent, ...pick(made, names) };
}

/** Whether the stored entry has what was sent; a new one that is there was made by this very sheet. */
function hasArrived(base: Base, sent: FormFields, stored: FormFields): boolean {
  if (base.updatedAt === undefined) return true;
  return changedFields(base.fields, sent).every((name) => isSameValue(sent[name], stored[name]));
}

async function lookUp<Row extends StoredEntry>({ list, wait }: SaveCalls<Row>): Promise<readonly Row[]> {
  for (;;) {
    await wait();
    try {
      return await list();
    } catch (error) {
      // Somebody answers, though not this: the saving itself will say why.
      if (toApiError(error)) return [];
    }
  }
}

const pick = (fields: FormFields, names: readonly string[]): FormFields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));
