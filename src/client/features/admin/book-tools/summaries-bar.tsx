import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { formatNumber } from '../format.ts';
import { formNames, makerName } from './summary-texts.ts';
import { isBusy, type Summaries } from './use-summaries.ts';

interface SummariesBarProps {
  summaries: Summaries;
  onCheck(): void;
}

/** One line while all is well. */
export function SummariesBar({ summaries, onCheck }: SummariesBarProps) {
  const { progress, pending, cancel, retry } = summaries;
  const check = (
    <Button small onClick={onCheck}>
      Controllo anti-spoiler
    </Button>
  );
  if (!progress || progress.total === 0)
    return (
      <>
        {check}
        <ModelProblem />
      </>
    );
  const { state, done, total, maker, flags, failure } = progress;
  const missing = total - done;
  const byModel = maker !== 'inHouse';
  return (
    <section
      className="admin-band flex flex-wrap items-center gap-x-5 gap-y-1 mb-4"
      aria-label="Riassunti del libro"
      data-state={state}
    >
      <div className={`flex flex-wrap items-center gap-x-3.5 ${isBusy(progress) ? 'flex-[1_0_100%]' : ''}`}>
        <strong id="summaries-label">Riassunti</strong>
        {isBusy(progress) && (
          <progress
            className="flex-[1_1_6rem] w-auto!"
            value={done}
            max={total}
            aria-labelledby="summaries-label"
          />
        )}
        <span className="admin-mono text-[0.875rem]" role="status">
          {formatNumber(done)} di {formatNumber(total)} sezioni
        </span>
      </div>
      <p className="flex-[1_1_12rem] text-(--faded) text-[0.9375rem]" role={failure ? 'alert' : undefined}>
        <Now progress={progress} />
        {flags.length > 0 && !isBusy(progress) && (
          <>
            {' '}
            <span className="admin-flag">
              {flags.length === 1 ? 'Uno va riletto' : `${flags.length} vanno riletti`}: dicono qualcosa che
              il testo non dice.
            </span>
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {check}
        {isBusy(progress) && (
          <Button small disabled={pending} onClick={cancel}>
            Interrompi
          </Button>
        )}
        {(state === 'failed' || state === 'waiting') && byModel && (
          <Button small disabled={pending} onClick={() => retry(true)}>
            Continua senza modello
          </Button>
        )}
        {(state === 'failed' || (state === 'cancelled' && missing > 0)) && (
          <Button small disabled={pending} onClick={() => retry()}>
            {state === 'failed' ? 'Riprova' : 'Riprendi'}
          </Button>
        )}
      </div>
      <ModelProblem />
    </section>
  );
}

function Now({ progress }: { progress: NonNullable<Summaries['progress']> }) {
  const { state, done, total, maker, current, until, failure } = progress;
  switch (state) {
    case 'running':
      return current ? (
        <>
          Sezione {current.sectionNumber}, «{current.title}»: {formNames[current.form]},{' '}
          {makerName(current.by)}.
        </>
      ) : (
        <>Si comincia…</>
      );
    case 'waiting':
      return (
        <>
          Il fornitore adesso non risponde, o chiede di aspettare: si riprende da sé
          {until && ` alle ${new Date(until).toLocaleTimeString('it-IT')}`}.
        </>
      );
    case 'failed':
      return (
        <span className="text-(--rust) font-semibold">
          {failure} {total - done === 1 ? 'Manca una sezione.' : `Mancano ${total - done} sezioni.`}
        </span>
      );
    case 'cancelled':
      return <>Interrotti: {total - done === 1 ? 'manca una sezione' : `mancano ${total - done} sezioni`}.</>;
    case 'idle':
      return <>Si rifanno da sé a ogni salvataggio ({makerName(maker)}); i tuoi non si toccano.</>;
  }
}

function ModelProblem() {
  const model = trpc.health.model.useQuery();
  const { problem, notices = [] } = model.data ?? {};
  return (
    <>
      {problem && (
        <p className="admin-problem" role="alert">
          <strong>Modello linguistico.</strong> {problem.message} Nel frattempo ai lettori risponde il modello
          incorporato.
        </p>
      )}
      {notices.map((notice) => (
        <p key={notice} className="admin-problem">
          <strong>Modello linguistico.</strong> {notice}
        </p>
      ))}
    </>
  );
}
