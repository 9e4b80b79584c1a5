import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Section } from '#shared/contracts/sections.ts';
import { PanelDialog } from '../panel-dialog.tsx';
import { confirmLoss, useUnsavedGuard } from '../use-unsaved-guard.ts';
import { askWorker } from './ask-worker.ts';
import type { Comparison } from './compare.ts';
import {
  divideDraft,
  divideLong,
  draftsOf,
  joinToPrevious,
  planImport,
  toImport,
  withFootnotes,
  type Draft,
} from './draft.ts';
import type { HeadingRank } from './headings.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportSource } from './import-source.tsx';
import type { ChangePreview, Preview } from './preview.ts';
import { type Manuscript, plainManuscript } from './read/manuscript.ts';
import { useSaveImport } from './use-save-import.ts';

interface ImportDialogProps {
  sections: readonly Section[];
  onClose(): void;
}

export function ImportDialog({ sections, onClose }: ImportDialogProps) {
  const [text, setText] = useState('');
  const [preview, setPreview] = useState<Preview>();
  const [refusal, setRefusal] = useState<string>();
  const [task, setTask] = useState<string>();
  const save = useSaveImport(onClose);
  const isEdited = preview !== undefined && (preview.drafts !== preview.asRead || preview.start !== '');
  const mayLoseEdits = () => !isEdited || confirmLoss();
  const isUnsaved = isEdited || text.trim() !== '';
  useUnsavedGuard(isUnsaved);
  const close = () => !save.isPending && (!isUnsaved || confirmLoss()) && onClose();

  const { drafts: ownDrafts, keepsFootnotes, forced } = preview ?? {};
  const drafts = useMemo(
    () => (keepsFootnotes ? ownDrafts?.map(withFootnotes) : ownDrafts),
    [ownDrafts, keepsFootnotes],
  );
  const comparisons = useComparisons(drafts, forced, sections);
  const plan = useMemo(
    () => preview && drafts && planImport(drafts, preview.start, sections, comparisons ?? []),
    [preview, drafts, sections, comparisons],
  );

  async function work(name: string, run: () => Promise<void>): Promise<void> {
    setTask(name);
    setRefusal(undefined);
    await run().catch((error: unknown) => setRefusal(error instanceof Error ? error.message : String(error)));
    setTask(undefined);
  }

  async function show(manuscript: Manuscript, rank?: HeadingRank, joinsLines = false): Promise<void> {
    const split = await askWorker('split', { ...manuscript, rank, joinsLines });
    const asRead = draftsOf(split.pieces);
    setPreview((earlier) => ({
      manuscript,
      split,
      asRead,
      drafts: asRead,
      keepsFootnotes: earlier?.keepsFootnotes ?? false,
      joinsLines,
      start: '',
      forced: {},
      removed: new Set(),
      moveLevels: false,
      filter: 'all',
    }));
  }

  const change: ChangePreview = useCallback(
    (how) => setPreview((shown) => shown && { ...shown, ...how(shown) }),
    [],
  );
  const actions = useMemo(
    () => ({
      choose: (index: number, changes: Partial<Draft>) =>
        change(({ drafts }) => ({
          drafts: drafts.map((draft) => (draft.index === index ? { ...draft, ...changes } : draft)),
        })),
      divide: (index: number, paragraph: number) =>
        change(({ drafts }) => ({ drafts: divideDraft(drafts, index, paragraph) })),
      divideLong: (index: number) => change(({ drafts }) => ({ drafts: divideLong(drafts, index) })),
      join: (index: number) => change(({ drafts }) => ({ drafts: joinToPrevious(drafts, index) })),
      replace: (index: number, sectionId: string) =>
        change(({ forced }) => ({ forced: { ...forced, [index]: sectionId } })),
    }),
    [change],
  );

  return (
    <PanelDialog closesOnBack onClose={close} title="Importa il manoscritto" size="wide">
      {preview && plan ? (
        <ImportPreview
          preview={preview}
          plan={plan}
          isCompared={comparisons !== undefined}
          actions={actions}
          isPending={save.isPending || task !== undefined}
          problem={save.problem ?? refusal}
          change={change}
          onSplit={(rank, joinsLines) => {
            if (mayLoseEdits())
              void work('Divido il testo…', () => show(preview.manuscript, rank, joinsLines));
          }}
          onBack={() => mayLoseEdits() && setPreview(undefined)}
          onCancel={close}
          onSave={() =>
            void save.start({ ...toImport(plan, preview.removed), moveLevels: preview.moveLevels })
          }
        />
      ) : (
        <ImportSource
          text={text}
          refusal={refusal}
          task={task}
          onText={setText}
          onPreview={() => void work('Divido il testo…', () => show(plainManuscript(text)))}
          onFile={(file) =>
            void work(`Leggo «${file.name}»…`, async () => show(await askWorker('read', file)))
          }
          onCancel={close}
        />
      )}
    </PanelDialog>
  );
}

/** Stored sections that the rows update; `undefined` while comparing. */
function useComparisons(
  drafts: readonly Draft[] | undefined,
  forced: Preview['forced'] | undefined,
  sections: readonly Section[],
): readonly Comparison[] | undefined {
  const included = drafts?.filter((draft) => draft.included) ?? [];
  const { data, isError } = useQuery({
    // Title and number edits do not affect the comparison.
    queryKey: [
      'import-comparison',
      included.map(({ index, words }) => [index, words]),
      sections.map(({ id, updatedAt }) => [id, updatedAt]),
      forced,
    ],
    queryFn: () =>
      askWorker('compare', {
        pieces: included.map(({ index, title, content, number }) => ({ index, title, content, number })),
        sections: sections.map(({ id, title, content, sectionNumber }) => ({
          id,
          title,
          content,
          number: sectionNumber,
        })),
        forced: forced ?? {},
      }),
    enabled: drafts !== undefined,
    networkMode: 'always',
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  return isError ? noComparisons : data;
}

const noComparisons: readonly Comparison[] = [];
