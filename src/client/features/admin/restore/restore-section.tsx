import { useEffect, useRef } from 'react';
import { Section } from '../kit/section.tsx';
import { BackupBook } from './backup-book.tsx';
import { BackupEntries } from './backup-entries.tsx';
import { CopiesList } from './copies-list.tsx';
import { PlanDrop } from './plan-drop.tsx';
import { PlanView } from './plan-view.tsx';
import { useRestore } from './use-restore.ts';

export function RestoreSection() {
  const { state, refusal, current, check, checkCopy, cancel, confirm, update, discard } = useRestore();
  const plan = useRef<HTMLDivElement>(null);
  const isAsked = state.step === 'working' || state.step === 'plan';
  // What was asked for in the list of copies is answered above it.
  useEffect(() => {
    if (isAsked) plan.current?.scrollIntoView({ block: 'start' });
  }, [isAsked]);

  return (
    <Section title="Torna a un backup" className="col-span-full justify-items-stretch">
      <div ref={plan} className="grid gap-3 scroll-mt-4">
        <PlanDrop
          state={state}
          refusal={refusal}
          onCancel={cancel}
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
        </PlanDrop>
        {current && (
          <>
            <PlanView plan={current} onConfirm={confirm} onDiscard={discard} />
            <BackupBook planId={current.id} onTaken={update} />
            <BackupEntries planId={current.id} onTaken={update} />
          </>
        )}
      </div>
      <CopiesList isBusy={state.step === 'sending' || state.step === 'working'} onRestore={checkCopy} />
    </Section>
  );
}
