import { useNavigate } from '@tanstack/react-router';
import type { CheckedEntity } from '#shared/contracts/spoiler-check.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc, type RouterOutputs } from '#client/trpc.ts';
import { noAnswer, Refusal } from '../refusal.tsx';
import { Button } from '../button.tsx';
import { articlesPart, bookSheet, type AdminTab } from '../panel-address.ts';
import { formatNumber } from '../format.ts';
import { PanelDialog } from '../panel-dialog.tsx';
import { strayText } from './summary-texts.ts';

type Check = RouterOutputs['spoilerCheck']['progress'];
type Report = NonNullable<Check['report']>;
type Finding = Report['findings'][number];

const addressOf: Record<CheckedEntity, { scheda: AdminTab; foglio?: string }> = {
  sections: { scheda: 'sezioni' },
  unlockCodes: { scheda: 'codici-sblocco' },
  musicCodes: { scheda: 'codici-musica' },
  gallery: { scheda: 'galleria' },
  articles: { scheda: 'sezioni', foglio: `${bookSheet}.${articlesPart}` },
};

const reasons: Record<Finding['kind'], (level: number) => string> = {
  summary: (level) => `Entra nella memoria di chi è alla sezione ${level}.`,
  card: (level) =>
    level > 0
      ? `Il personaggio lo dice a chi è alla sezione ${level}.`
      : 'Il personaggio lo dice a chiunque.',
  title: (level) => `Il personaggio lo nomina a chi è alla sezione ${level}.`,
  label: (level) =>
    `Sul sito la vedi soltanto tu; se la stampi, chi la trova può essere alla sezione ${level}.`,
  gallery: () => 'La galleria si apre a chiunque.',
  track: (level) =>
    level > 1 ? `La sente chi è almeno alla sezione ${level}.` : 'La può aprire chiunque abbia la parola.',
  site: () => 'Lo legge chiunque apra il sito.',
  published: () => 'Lo legge chiunque apra il sito.',
  reply: (level) => `Lo ha sentito un lettore di prova al livello ${level}.`,
};

export function CheckDialog({ onClose }: { onClose(): void }) {
  const utils = trpc.useUtils();
  const query = trpc.spoilerCheck.progress.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 800 : false),
  });
  const keepProgress = (progress: Check) => utils.spoilerCheck.progress.setData(undefined, progress);
  const start = trpc.spoilerCheck.start.useMutation({ onSuccess: keepProgress });
  const cancel = trpc.spoilerCheck.cancel.useMutation({ onSuccess: keepProgress });
  const check = query.data;
  const error = start.error ?? cancel.error ?? query.error;
  const running = check?.state === 'running';
  return (
    <PanelDialog
      closesOnBack
      onClose={onClose}
      title="Controllo anti-spoiler"
      description="Rilegge tutto ciò che un lettore può vedere (titoli, didascalie, tracce, riassunti, ricordi, articoli, parole del sito), poi interroga il personaggio a ogni livello con domande insidiose. Non chiede niente al fornitore: non costa niente."
      size="medium"
    >
      <div className="admin-form">
        {check?.state === 'failed' && (
          <p role="alert" className="admin-error">
            {check.problem}
          </p>
        )}
        <Refusal text={error ? errorMessage(error, noAnswer) : undefined} />
        {running && (
          <div className="grid gap-2">
            <progress value={check.done} max={check.total} aria-label="Passi del controllo" />
            <p role="status">Ora: {check.step}…</p>
          </div>
        )}
        {check && !running && check.report && (
          <ReportView check={check} report={check.report} onClose={onClose} />
        )}
        {check && !running && !check.report && check.state === 'idle' && (
          <p className="admin-hint">Non ancora fatto da quando il sito è acceso. Dura pochi secondi.</p>
        )}
        <div className="admin-form-end">
          <Button onClick={onClose}>Chiudi</Button>
          {running ? (
            <Button onClick={() => cancel.mutate()}>Interrompi</Button>
          ) : (
            <Button main disabled={!check || start.isPending} onClick={() => start.mutate()}>
              {check?.report ? 'Ripeti il controllo' : 'Avvia il controllo'}
            </Button>
          )}
        </div>
      </div>
    </PanelDialog>
  );
}

const findingsClass =
  '*:grid *:grid-cols-[minmax(0,1fr)_auto] *:items-start *:gap-x-4 *:gap-y-2 *:py-2.5 *:border-b *:border-b-(--rule)';

function ReportView({ check, report, onClose }: { check: Check; report: Report; onClose(): void }) {
  const toMend = report.findings.filter(({ kind }) => kind !== 'published');
  const published = report.findings.filter(({ kind }) => kind === 'published');
  const { prompts, replies, texts, levels } = report;
  return (
    <div className="grid gap-4">
      <dl className="grid gap-x-8 gap-y-2 py-3 border-y-2 border-y-(--ink) sm:grid-cols-3">
        <Tally
          value={`${prompts.asked - prompts.wrong} / ${prompts.asked}`}
          wrong={prompts.wrong > 0}
          text={`richieste identiche con e senza le sezioni chiuse, a ${levels} livelli`}
        />
        <Tally
          value={`${replies.asked - replies.wrong} / ${replies.asked}`}
          wrong={replies.wrong > 0}
          text="risposte senza un nome di troppo"
        />
        <Tally
          value={formatNumber(toMend.length)}
          wrong={toMend.length > 0}
          text={`${toMend.length === 1 ? 'testo' : 'testi'} da rivedere, su ${formatNumber(texts)} letti`}
        />
      </dl>
      {check.outdated && (
        <p className="admin-note">Dopo questo controllo qualcosa è cambiato: ripetilo per esserne certi.</p>
      )}
      {report.unchecked.length > 0 && (
        <details className="admin-details" open={report.unchecked.length < 4}>
          <summary>Che cosa non si è potuto controllare ({report.unchecked.length})</summary>
          <p className="admin-hint">
            Tutto il resto è stato guardato. Per questi il controllo non dice niente.
          </p>
          <ul className={findingsClass}>
            {report.unchecked.map(({ where, why }, index) => (
              <li key={index}>
                <p>
                  <strong>{where}</strong>: {why}.
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
      {toMend.length > 0 ? (
        <ul className={findingsClass} aria-label="Testi da rivedere">
          {toMend.map((finding, index) => (
            <FindingRow key={index} finding={finding} onClose={onClose} />
          ))}
        </ul>
      ) : (
        <p className="py-4 text-[1.125rem] text-center">
          Nessun testo dice più di quanto chi lo legge ha già letto.
        </p>
      )}
      {published.length > 0 && (
        <details className="admin-details">
          <summary>Che cosa hai già detto tu presentando il libro ({published.length})</summary>
          <p className="admin-hint">
            Titolo, trama ed estratti nominano apposta qualcosa di ciò che viene dopo. Per questo negli altri
            testi quelle parole non sono segnalate.
          </p>
          <ul className={findingsClass}>
            {published.map((finding) => (
              <FindingRow key={finding.where} finding={finding} onClose={onClose} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Tally({ value, text, wrong }: { value: string; text: string; wrong: boolean }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-(--faded) text-[0.9375rem] leading-[1.25]">{text}</dt>
      <dd className={`font-mono text-[1.5rem] tabular-nums ${wrong ? 'text-(--rust)' : ''}`}>{value}</dd>
    </div>
  );
}

function FindingRow({ finding, onClose }: { finding: Finding; onClose(): void }) {
  const navigate = useNavigate();
  const { where, words, text, kind, level, place, file } = finding;
  return (
    <li>
      <div>
        <p className="flex flex-wrap gap-x-3 gap-y-[0.1rem]">
          <strong>{where}</strong> <span className="admin-flag">{words.map(strayText).join(', ')}</span>
        </p>
        <blockquote className="py-0.5 font-serif text-[0.9375rem]">{text}</blockquote>
        <p className="admin-hint">
          {reasons[kind](level)}
          {file && (
            <>
              {' '}
              Si cambia in <code className="admin-mono text-[0.875rem]">{file}</code>.
            </>
          )}
        </p>
      </div>
      {place && (
        <Button
          small
          aria-label={`Apri ${where}`}
          onClick={() => {
            onClose();
            const search = { ...addressOf[place.entity], voce: place.id };
            void navigate({ to: '/admin', search, resetScroll: false });
          }}
        >
          Apri
        </Button>
      )}
    </li>
  );
}
