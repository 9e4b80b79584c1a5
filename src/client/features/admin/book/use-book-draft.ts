import { useCallback, useEffect, useRef, useState } from 'react';
import { bookContent, bookDraft, type BookContent, type BookState } from '#shared/contracts/book.ts';
import { errorMessage, toApiError } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { drafts } from '../saving/drafts.ts';
import type { FieldForm } from '../kit/field-kinds.ts';
import { valueAt, withValueAt, type FieldPath } from '../kit/field-path.ts';

/** Debounce of saving, and retry delay, in milliseconds. */
const saveAfter = 2_000;
const retryAfter = 10_000;

export interface BookDraft extends FieldForm {
  draft: BookContent;
  problems: ReadonlyMap<FieldPath, string>;
  isUnsaved: boolean;
  isSaving: boolean;
  /** Why saving failed; `isForeign`: another window changed the draft, so it is not retried. */
  failure: { text: string; isForeign: boolean } | undefined;
  undoable: FieldPath | undefined;
  /** Undoes the last change; continuous typing in one field is one change. */
  undo(): void;
  /** @returns whether everything is saved */
  save(): Promise<boolean>;
  /** Overwrites another window's draft, which becomes a version. */
  saveOver(): void;
  take(state: BookState): void;
}

const maxUndoSteps = 100;

const isTyped = (value: unknown) => [value].flat().every((line) => typeof line === 'string');

const draftKey = 'libro';

const keepDraft = (draft: BookContent, revision = '') =>
  drafts.write(draftKey, { at: new Date().toISOString(), id: revision, base: {}, fields: { draft } });

/** What a crash left unsaved in this browser. */
function keptDraft(state: BookState): { draft: BookContent; revision: string } | undefined {
  const stored = drafts.read(draftKey);
  const draft = bookDraft.safeParse(stored?.fields.draft).data;
  if (!stored || !draft || JSON.stringify(draft) === JSON.stringify(state.draft)) return undefined;
  return { draft, revision: stored.id };
}

export function useBookDraft(state: BookState): BookDraft {
  const utils = trpc.useUtils();
  const [begun] = useState(() => keptDraft(state));
  const [draft, setDraft] = useState(begun?.draft ?? state.draft);
  const [isUnsaved, setUnsaved] = useState(begun !== undefined);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<BookDraft['failure']>();
  const [steps, setSteps] = useState<{ path: FieldPath; before: BookContent }[]>([]);
  const latest = useRef<{ draft: BookContent; revision: string | undefined }>({
    draft,
    revision: begun?.revision ?? state.revision,
  });
  const pendingSave = useRef<Promise<boolean>>(undefined);
  const checked = bookContent.safeParse(draft);
  const problems = new Map(checked.error?.issues.map(({ path, message }) => [path.join('.'), message]));
  useEffect(() => {
    if (isUnsaved) keepDraft(draft, latest.current.revision);
    else drafts.drop(draftKey);
  }, [draft, isUnsaved]);

  const take = useCallback(
    (next: BookState) => {
      latest.current = { draft: next.draft, revision: next.revision };
      setDraft(next.draft);
      setSteps([]);
      setUnsaved(false);
      setFailure(undefined);
      utils.book.get.setData(undefined, next);
    },
    [utils],
  );

  const send = useCallback(async (): Promise<boolean> => {
    const { draft: sent, revision } = latest.current;
    setSaving(true);
    try {
      const result = await utils.client.book.save.mutate({ draft: sent, ...(revision && { revision }) });
      latest.current.revision = result.revision;
      utils.book.get.setData(undefined, result);
      setFailure(undefined);
      const isLatest = latest.current.draft === sent;
      if (isLatest) setUnsaved(false);
      return isLatest;
    } catch (error) {
      const isForeign = toApiError(error)?.status === 409;
      const text = errorMessage(
        error,
        'Il server non risponde: riprovo da solo. Quello che scrivi resta qui.',
      );
      setFailure({ text, isForeign });
      return false;
    } finally {
      setSaving(false);
    }
  }, [utils]);

  /** Serialised: a second call waits for the first, then saves later changes. */
  const save = useCallback(async (): Promise<boolean> => {
    await pendingSave.current;
    pendingSave.current = send();
    return pendingSave.current;
  }, [send]);

  useEffect(() => {
    if (!isUnsaved || isSaving || failure?.isForeign) return;
    const timer = setTimeout(() => void save(), failure ? retryAfter : saveAfter);
    return () => clearTimeout(timer);
  }, [draft, isUnsaved, isSaving, failure, save]);

  function show(next: BookContent): void {
    latest.current.draft = next;
    setDraft(next);
    setUnsaved(true);
  }

  return {
    draft,
    valueAt: (path) => valueAt(draft, path),
    errorAt: (path) => [...problems].find(([at]) => at === path || at.startsWith(`${path}.`))?.[1],
    problems,
    isUnsaved,
    isSaving,
    failure,
    change(path, value) {
      const before = latest.current.draft;
      setSteps((steps) =>
        steps.at(-1)?.path === path && isTyped(value)
          ? steps
          : [...steps.slice(1 - maxUndoSteps), { path, before }],
      );
      show(withValueAt(before, path, value));
    },
    undoable: steps.at(-1)?.path,
    undo() {
      const step = steps.at(-1);
      if (!step) return;
      setSteps(steps.slice(0, -1));
      show(step.before);
    },
    save: () => (isUnsaved ? save() : Promise.resolve(true)),
    saveOver() {
      latest.current.revision = undefined;
      setFailure(undefined);
      void save();
    },
    take,
  };
}
