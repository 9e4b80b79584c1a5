import type { BackupStatus } from '#shared/contracts/backup.ts';
import { Refusal } from '../refusal.tsx';
import { Button } from '../button.tsx';
import { DropArea } from '../uploads/drop-area.tsx';
import { Sending, Working } from '../uploads/working.tsx';
import { formatMoment } from '../format.ts';
import { BackupEntries } from './backup-entries.tsx';
import { DailyCopies, formatDay } from './daily-copies.tsx';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import { PlanView } from './plan-view.tsx';
import { useRestore, type RestoreState } from './use-restore.ts';

export function RestoreSection({ status }: { status: BackupStatus | undefined }) {
  const { state, refusal, check, checkCopy, cancel, confirm, undo, update, discard } = useRestore();
  const busy = state.step === 'sending' || state.step === 'checking' || state.step === 'working';
  useUnsavedGuard(busy);

  return (
    <section aria-labelledby="backup-restore" className="admin-restore">
      <h2 id="backup-restore">Torna a un backup</h2>
      {status?.undo && state.step !== 'plan' && <UndoNote undo={status.undo} busy={busy} onUndo={undo} />}
      {busy ? (
        <Progress state={state} onCancel={cancel} />
      ) : (
        <DropArea
          button="Scegli i file"
          label="File del backup"
          accept=".json,.gz,.tgz,application/json,application/gzip"
          dropping="Lascia andare: li leggo, e non cambio nulla finché non confermi."
          onFiles={check}
        >
          <p>
            <strong>Trascina qui il database (.json) e, se vuoi, l’archivio dei file (.tar.gz).</strong>{' '}
            <span className="admin-hint">
              Vengono letti per intero e vedrai che cosa cambierebbe: finché non confermi non cambia nulla.
            </span>
          </p>
        </DropArea>
      )}
      <DailyCopies busy={busy} onRestore={checkCopy} />
      <Refusal text={refusal} />
      {state.step === 'plan' && (
        <>
          <PlanView
            plan={state.plan}
            database={state.database}
            files={state.files}
            onConfirm={() => confirm(state.plan)}
            onDiscard={() => discard(state.plan)}
          />
          <BackupEntries planId={state.plan.id} onTaken={update} />
        </>
      )}
      <p className="admin-hint">
        Se il sito non parte più, lo stesso si fa dalla macchina: a sito fermo con il primo comando, con il
        secondo su un server installato con deploy/install.sh.
        <code>npm run restore -- database.json files.tar.gz</code>
        <code>libro ripristina database.json files.tar.gz</code>
      </p>
    </section>
  );
}

interface UndoNoteProps {
  undo: NonNullable<BackupStatus['undo']>;
  busy: boolean;
  onUndo(): void;
}

function UndoNote({ undo, busy, onUndo }: UndoNoteProps) {
  return (
    <div className="admin-note flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-1 border-coral! w-full">
      <p className="flex-[1_1_24rem]">
        {undo.undone
          ? `L’ultimo ripristino è stato annullato il ${formatMoment(undo.at)}.`
          : `Il sito è tornato a un backup il ${formatMoment(undo.at)}.`}{' '}
        {undo.undone
          ? 'Il backup si può rimettere'
          : `Lo stato di prima, ${undo.files ? 'database e file' : 'il database'}, è conservato e si può rimettere`}{' '}
        fino al {formatMoment(undo.until)}.
      </p>
      <Button
        disabled={busy}
        onClick={() => {
          const question = undo.undone
            ? 'Sei sicuro di voler rimettere il backup? Quello che c’è adesso viene conservato.'
            : 'Sei sicuro di voler annullare il ripristino? Quello che è successo da allora viene tolto dal sito, e conservato.';
          if (window.confirm(question)) onUndo();
        }}
      >
        {undo.undone ? 'Rimetti il backup' : 'Annulla il ripristino'}
      </Button>
    </div>
  );
}

function Progress({ state, onCancel }: { state: RestoreState; onCancel(): void }) {
  if (state.step === 'working')
    return (
      <Working label="Ripristino in corso">
        {state.what === 'restore' ? 'Ripristino in corso' : 'Ritorno allo stato di prima'}: i lettori
        aspettano qualche secondo…
      </Working>
    );
  if (state.step === 'checking')
    return (
      <Working label="Lettura della copia">
        Lettura della copia del {formatDay(state.day)}, da cima a fondo…
      </Working>
    );
  if (state.step !== 'sending') return null;
  const label = state.what === 'database' ? 'Invio del database' : 'Invio dei file';
  return <Sending label={label} name={state.name} share={state.share} onCancel={onCancel} />;
}
