import { useEffect, useRef, useState, type RefObject } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { Entity } from '../kit/entity.ts';
import { showError } from '../error-toast.ts';
import { changedFields, isSameValue, type FormFields } from './merge-fields.ts';
import { saveEntry, type Base, type StoredEntry } from './save-entry.ts';

/** Conflict with changes elsewhere: the other values, and the undecided fields. */
export interface Clash {
  at: string;
  theirs: FormFields;
  open: readonly string[];
}

interface Saving<Row extends StoredEntry> {
  base: RefObject<Base>;
  clash: Clash | undefined;
  /** No response: retried until saved or the sheet is closed. */
  waiting: 'offline' | 'silent' | undefined;
  /** @returns whether it is saved; if not, the author has to choose @throws the server's refusal */
  save(): Promise<boolean>;
  retry(): void;
  decide(name: string, side: 'mine' | 'theirs'): void;
  /** Updates the base for fields that the author has not touched. */
  follow(item: Row): void;
}

/** Retry interval without a response, unless the browser goes online earlier. */
const askAgainMs = 4_000;

const retryEvent = 'retry-saving';

class AbortedError extends Error {}

/** Saves an open sheet: see {@link saveEntry}. Unsaved input stays in its draft. */
export function useSaving<Row extends StoredEntry, Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  entity: Pick<Entity<Row, Fields>, 'list' | 'create' | 'update' | 'announce'>,
  fieldsOf: (row: Row) => FormFields,
  begun: () => Base,
): Saving<Row> {
  const [first] = useState(begun);
  const base = useRef<Base>(first);
  const leaveController = useRef(new AbortController());
  const [clash, setClash] = useState<Clash>();
  const [waiting, setWaiting] = useState<Saving<Row>['waiting']>();
  useEffect(() => {
    leaveController.current = new AbortController();
    return () => leaveController.current.abort();
  }, []);

  const wait = async (): Promise<void> => {
    setWaiting(navigator.onLine ? 'silent' : 'offline');
    await pauseUntilOnline(leaveController.current.signal);
  };

  return {
    base,
    clash,
    waiting,
    async save() {
      setClash(undefined);
      try {
        const saved = await saveEntry<Row>(base.current, () => ({ ...form.getValues() }), {
          create: (fields): Promise<Row> =>
            entity.create.mutateAsync(fields as unknown as Fields & { id: string }),
          update: (changes) =>
            entity.update.mutateAsync(changes as unknown as Partial<Fields> & { id: string }),
          async list() {
            const { data, error } = await entity.list.refetch();
            if (error) throw error instanceof Error ? error : new Error('no list', { cause: error });
            return data ?? [];
          },
          fieldsOf,
          wait,
        });
        if (saved.state === 'saved') {
          if (saved.looked) entity.announce(saved.created ? 'create' : 'update');
          return true;
        }
        base.current = saved.base;
        showError(saved.error, 'Intanto è stato cambiato altrove.');
        setClash({ at: saved.current.updatedAt, theirs: fieldsOf(saved.current), open: saved.clashes });
        return false;
      } catch (error) {
        if (error instanceof AbortedError) return false;
        throw error;
      } finally {
        setWaiting(undefined);
      }
    },
    retry: () => dispatchEvent(new Event(retryEvent)),
    decide(name, side) {
      if (side === 'theirs' && clash)
        form.setValue(name as Path<Fields>, clash.theirs[name] as never, { shouldDirty: true });
      else form.setFocus(name as Path<Fields>);
      setClash((before) => before && { ...before, open: before.open.filter((field) => field !== name) });
    },
    follow(item) {
      const now = fieldsOf(item);
      const mine = form.getValues();
      const { id, updatedAt, fields } = base.current;
      const editedFields = changedFields(fields, mine);
      const isForeign = editedFields.some(
        (name) => !isSameValue(now[name], fields[name]) && !isSameValue(now[name], mine[name]),
      );
      base.current = {
        id,
        updatedAt: isForeign ? updatedAt : item.updatedAt,
        fields: Object.fromEntries(
          Object.keys(now).map((name) => [name, editedFields.includes(name) ? fields[name] : now[name]]),
        ),
      };
    },
  };
}

/** @throws AbortedError when the sheet is closed */
function pauseUntilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, askAgainMs);
    function end(): void {
      clearTimeout(timer);
      removeEventListener('online', end);
      removeEventListener(retryEvent, end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(new AbortedError());
      else resolve();
    }
    addEventListener('online', end);
    addEventListener(retryEvent, end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
