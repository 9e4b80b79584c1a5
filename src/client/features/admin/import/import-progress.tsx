import { Button } from '../button.tsx';
import type { ImportRun } from './use-import-run.ts';

interface ImportProgressProps {
  run: ImportRun;
  onHalt(): void;
  onResume(): void;
  onReconsider(): void;
  onClose(): void;
}

/** How far saving has come and, when it stopped, exactly what was saved and what was not. */
export function ImportProgress({ run, onHalt, onResume, onReconsider, onClose }: ImportProgressProps) {
  const { sections, saved, state, reason } = run;
  const next = sections[saved];
  const name = next && `la ${next.sectionNumber}, «${next.title}»`;
  const last = sections[saved - 1];
  return (
    <div className="admin-form">
      <div className="grid grid-cols-[1fr_auto] items-center gap-4">
        <progress value={saved} max={sections.length} aria-label="Sezioni salvate" />
        <p className="admin-mono">
          {saved} / {sections.length}
        </p>
      </div>
      {state === 'running' && <p>{name ? `Salvataggio: ${name}…` : 'Salvataggio…'}</p>}
      {state === 'stopped' && (
        <div role="alert" className="admin-note">
          <p>
            <strong>L’importazione si è fermata.</strong> {reason}
          </p>
          <p>
            {saved === 0
              ? 'Nessuna sezione è stata salvata.'
              : `Salvate: ${saved}, fino alla ${last?.sectionNumber}, «${last?.title}».`}{' '}
            {name && `Non salvate: ${sections.length - saved}, a cominciare da ${name}.`}
          </p>
        </div>
      )}
      <div className="admin-form-end">
        {state === 'running' ? (
          <Button onClick={onHalt}>Interrompi</Button>
        ) : (
          <>
            <Button onClick={onClose}>Chiudi</Button>
            <Button onClick={onReconsider}>Torna all’anteprima</Button>
            <Button main onClick={onResume}>
              Riprendi
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
