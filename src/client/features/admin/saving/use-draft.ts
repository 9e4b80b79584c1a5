import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { trpc } from '#client/trpc.ts';
import { drafts, uploadsIn, type Draft } from './drafts.ts';
import { changedFields } from './merge-fields.ts';
import type { Base } from './save-entry.ts';

const keepEveryMs = 3_000;

export interface SheetDraft {
  offered: Draft | undefined;
  resume(): void;
  discard(): void;
  forget(): void;
}

/**
 * Stores a sheet's input every few seconds and on `pagehide`; offers it when the sheet is reopened after a crash.
 *
 * @param key identifies the sheet
 * @param withoutSecrets drops what must not be stored in the browser
 */
export function useDraft<Fields extends FieldValues>(
  key: string,
  form: UseFormReturn<Fields>,
  base: RefObject<Base>,
  withoutSecrets: (fields: Draft['fields']) => object = (fields) => fields,
): SheetDraft {
  const [offered, setOffered] = useState(() => {
    const draft = drafts.read(key);
    return draft && changedFields(base.current.fields, draft.fields).length > 0 ? draft : undefined;
  });
  // Until the author answers, new input must not overwrite the draft.
  const isSilent = useRef(offered !== undefined);
  const { isDirty } = form.formState;
  const { hold, release } = useHeldUploads();
  const strip = useEffectEvent(withoutSecrets);

  useEffect(() => {
    if (!isDirty) return;
    const keep = () => {
      if (isSilent.current) return;
      const { id, updatedAt, fields } = base.current;
      const now = { ...strip({ ...form.getValues() }) };
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

/** Tells the server which uploads the draft uses, so that they are not deleted. */
function useHeldUploads() {
  const { client } = trpc.useUtils();
  const heldNames = useRef(new Set<string>());
  const hold = useCallback(
    (fields: Draft['fields']) => {
      const names = uploadsIn(fields).filter((name) => !heldNames.current.has(name));
      if (names.length === 0) return;
      for (const name of names) heldNames.current.add(name);
      const forget = () => names.forEach((name) => heldNames.current.delete(name));
      client.uploads.hold.mutate({ names, held: true }).catch(forget);
    },
    [client],
  );
  const release = (fields: Draft['fields'] | undefined) => {
    const names = uploadsIn(fields ?? {});
    if (names.length === 0) return;
    for (const name of names) heldNames.current.delete(name);
    // A failure is harmless: the file appears among the unused ones.
    client.uploads.hold.mutate({ names, held: false }).catch(() => undefined);
  };
  return { hold, release };
}
