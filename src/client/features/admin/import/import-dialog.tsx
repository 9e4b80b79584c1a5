import type { Section } from '#shared/contracts/sections.ts';
import { useCallback, useState } from 'react';
import type { HeadingRank } from './headings.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { confirmLoss, useUnsavedGuard } from '../use-unsaved-guard.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import {
  initialChoices,
  planImport,
  splitSections,
  suggestStart,
  type PieceChoice,
  type Split,
} from './import-sections.ts';
import { ImportSource } from './import-source.tsx';
import { useImportRun } from './use-import-run.ts';

interface Preview {
  split: Split;
  choices: readonly PieceChoice[];
  /** As typed. */
  start: string;
}

interface ImportDialogProps {
  sections: readonly Section[];
  onClose(): void;
}

/** Many sections at once: a text, then a look at how it will be cut, then saving with the progress in sight. */
export function ImportDialog({ sections, onClose }: ImportDialogProps) {
  const [text, setText] = useState('');
  const [preview, setPreview] = useState<Preview>();
  const { run, start, resume, halt, dismiss } = useImportRun(onClose);
  useUnsavedGuard(text.trim() !== '');

  const taken = new Map(sections.map(({ sectionNumber, title }) => [sectionNumber, title]));
  const startNumber = /^\d{1,9}$/.test(preview?.start.trim() ?? '') ? Number(preview?.start) : Number.NaN;
  const plan = preview && planImport(preview.split.pieces, preview.choices, startNumber, taken);

  function show(source: string, rank?: HeadingRank): void {
    const split = splitSections(source, rank);
    setText(source);
    setPreview({
      split,
      choices: initialChoices(split.pieces),
      start: String(suggestStart(split.pieces, taken)),
    });
  }

  const choose = useCallback((index: number, change: Partial<PieceChoice>) => {
    const changed = (choices: readonly PieceChoice[]) =>
      choices.map((choice, i) => (i === index ? { ...choice, ...change } : choice));
    setPreview((shown) => shown && { ...shown, choices: changed(shown.choices) });
  }, []);

  /** Back from a run that stopped: what was saved is left out, the rest starts where it stopped. */
  function reconsider(): void {
    if (!run || !preview || !plan) return;
    const savedNumbers = new Set(run.sections.slice(0, run.saved).map(({ sectionNumber }) => sectionNumber));
    setPreview({
      ...preview,
      start: String(run.sections[run.saved]?.sectionNumber ?? preview.start),
      choices: plan.map(({ choice, sectionNumber }) =>
        sectionNumber !== undefined && savedNumbers.has(sectionNumber)
          ? { ...choice, included: false }
          : choice,
      ),
    });
    dismiss();
  }

  function close(): void {
    halt();
    onClose();
  }

  return (
    <Dialog
      closesOnBack
      open
      onOpenChange={(open) => {
        if (!open && (text.trim() === '' || confirmLoss())) close();
      }}
      title="Importa sezioni da un testo"
      className="admin-dialog admin-dialog-wide"
    >
      {run ? (
        <ImportProgress
          run={run}
          onHalt={halt}
          onResume={() => void resume()}
          onReconsider={reconsider}
          onClose={close}
        />
      ) : preview && plan ? (
        <ImportPreview
          split={preview.split}
          plan={plan}
          start={preview.start}
          startIsValid={startNumber >= 1}
          onStart={(value) => setPreview({ ...preview, start: value })}
          onRank={(rank) => show(text, rank)}
          onChoice={choose}
          onBack={() => setPreview(undefined)}
          onCancel={close}
          onSave={() => void start(plan)}
        />
      ) : (
        <ImportSource text={text} onText={setText} onPreview={show} onCancel={close} />
      )}
    </Dialog>
  );
}
