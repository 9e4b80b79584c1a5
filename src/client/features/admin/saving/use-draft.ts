import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { trpc } from '#client/trpc.ts';
import { drafts, uploadsIn, type Draft } from './drafts.ts';
import { changedFields } from './merge-fields.ts';
import type { Base } from './save-entry.ts';

const keepEveryMs = 3_000;

export interface SheetDraft {
  /** A draft of before that waits for the author's word. */
  offered: Draft | undefined;
  resume(): void;
  discard(): void;
  /** Saved, or let go of knowingly: nothing is kept any more. */
  forget(): void;
}

/**
 * Keeps what stands in a sheet every few seconds, and when the page is put away; what a crash left is offered when the same
 * sheet is opened again.
 *
 * @param key of the sheet among all of them
 */
export function useDraft<Fields extends FieldValues>(
  key: string,
  form: UseFormReturn<Fields>,
  base: RefObject<Base>,
): SheetDraft {
  const [offered, setOffered] = useState(() => {
    const draft = drafts.read(key);
    return draft && changedFields(base.current.fields, draft.fields).length > 0 ? draft : undefined;
  });
  // Until the author has answered, what is typed here must not take the place of the draft.
  const isSilent = useRef(offered !== undefined);
  const { isDirty } = form.formState;
  const { hold, release } = useHeldUploads();

  useEffect(() => {
    if (!isDirty) return;
    const keep = () => {
      if (isSilent.current) return;
      const { id, updatedAt, fields } = base.current;
      const now = { ...form.getValues() };
      const at = new Date().toISOString();
      hold(now);
      drafts.write(key, { at, id, ...(updatedAt && { updatedAt }), base: { ...fields }, fields: now });
    };
    const timer = setInterval(keep, keepEveryMs);
    addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      keep();
      clearInterval(timer);
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [isDirty, key, form, base, hold]);

  return {
    offered,
    resume() {
      if (!offered) return;
      const { id, updatedAt, fields } = offered;
      for (const name of changedFields(base.current.fields, fields))
        form.setValue(name as Path<Fields>, fields[name] as never, { shouldDirty: true, shouldTouch: true });
      base.current = { id, updatedAt, fields: offered.base };
      isSilent.current = false;
      setOffered(undefined);
    },
    discard() {
      release(offered?.fields);
      drafts.drop(key);
      isSilent.current = false;
      setOffered(undefined);
    },
    forget() {
      isSilent.current = true;
      release(drafts.read(key)?.fields);
      drafts.drop(key);
    },
  };
}

/** Tells the server which uploads a draft here speaks of: it does not sweep them away meanwhile. */
function useHeldUploads() {
  const { client } = trpc.useUtils();
  const heldNames = useRef(new Set<string>());
  const hold = useCallback(
    (fields: Draft['fields']) => {
      const names = uploadsIn(fields).filter((name) => !heldNames.current.has(name));
      if (names.length === 0) return;
      for (const name of names) heldNames.current.add(name);
      // Told again with the next keeping.
      const forget = () => names.forEach((name) => heldNames.current.delete(name));
      client.uploads.hold.mutate({ names, held: true }).catch(forget);
    },
    [client],
  );
  const release = (fields: Draft['fields'] | undefined) => {
    const names = uploadsIn(fields ?? {});
    if (names.length === 0) return;
    for (const name of names) heldNames.current.delete(name);
    // One that stays held is not lost: the author finds it among the files that nothing uses.
    client.uploads.hold.mutate({ names, held: false }).catch(() => undefined);
  };
  return { hold, release };
}
