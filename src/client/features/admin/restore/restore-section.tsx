import { Refusal } from '../refusal.tsx';
import { DropArea } from '../uploads/drop-area.tsx';
import { Sending, Working } from '../uploads/working.tsx';
import { Section } from '../kit/section.tsx';
import { formatMoment } from '../format.ts';
import { BackupBook } from './backup-book.tsx';
import { BackupEntries } from './backup-entries.tsx';
import { CopiesList } from './copies-list.tsx';
import { PlanView } from './plan-view.tsx';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import { useRestore, type RestoreState } from './use-restore.ts';

export function RestoreSection() {
  const { state, refusal, check, checkCopy, cancel, confirm, update, discard } = useRestore();
  const busy = state.step === 'sending' || state.step === 'checking' || state.step === 'working';
  useUnsavedGuard(busy);

  return (
    <Section title="Torna a un backup" className="col-span-full justify-items-stretch">
      {busy ? (
        <Progress state={state} onCancel={cancel} />
      ) : (
        <DropArea
          button="Scegli i file"
          label="File del backup"
          accept=".json,.gz,.tgz,.tar,application/json,application/gzip,application/x-tar"
          dropping="Lascia andare: li leggo, e non cambio nulla finché non confermi."
          onFiles={check}
        >
          <p className="flex-[1_1_18rem]">
            <strong>Trascina qui il database (.json) e, se vuoi, l’archivio dei file (.tar.gz).</strong>{' '}
            <span className="admin-hint">
              Vengono letti per intero e vedrai che cosa cambierebbe: finché non confermi non cambia nulla.
            </span>
          </p>
        </DropArea>
      )}
      <CopiesList busy={busy} onRestore={checkCopy} />
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
          <BackupBook planId={state.plan.id} onTaken={update} />
          <BackupEntries planId={state.plan.id} onTaken={update} />
        </>
      )}
      <p className="admin-hint max-w-[62ch]">
        Se il sito non parte più, lo stesso si fa dalla macchina: a sito fermo con il primo comando, con il
        secondo su un server installato con deploy/install.sh.
        <code className="admin-command">npm run restore -- database.json files.tar.gz</code>
        <code className="admin-command">libro ripristina database.json files.tar.gz</code>
      </p>
    </Section>
  );
}

function Progress({ state, onCancel }: { state: RestoreState; onCancel(): void }) {
  if (state.step === 'working')
    return (
      <Working label="Ripristino in corso">
        Copia di quello che c’è e ripristino: i lettori aspettano qualche secondo…
      </Working>
    );
  if (state.step === 'checking')
    return (
      <Working label="Lettura della copia">
        Lettura della copia del {formatMoment(state.at)}, da cima a fondo…
      </Working>
    );
  if (state.step !== 'sending') return null;
  const label = state.what === 'database' ? 'Invio del database' : 'Invio dei file';
  return <Sending label={label} name={state.name} share={state.share} onCancel={onCancel} />;
}
