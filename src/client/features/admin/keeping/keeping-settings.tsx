import { useId, useState } from 'react';
import { keepingRanges, type Keeping, type KeepingNumber } from '#shared/contracts/keeping.ts';
import { trpc } from '#client/trpc.ts';
import { SaveRow } from '../save-row.tsx';
import { TableFailure } from '../table-states.tsx';
import { countOf, formatNumber } from '../format.ts';
import { EraseReader } from './erase-reader.tsx';
import { keepingForm, readKeepingForm, type KeepingForm } from './keeping-form.ts';

const numbers: { name: KeepingNumber; label: string }[] = [
  { name: 'months', label: 'Mesi dopo l’ultimo messaggio o codice' },
  { name: 'strangerDays', label: 'Giorni, per chi non ha mai usato un codice' },
  { name: 'messages', label: 'Messaggi di un lettore, al massimo' },
];

const texts = [
  { name: 'controller', label: 'Titolare del trattamento' },
  { name: 'contact', label: 'Recapito per le richieste' },
  { name: 'purpose', label: 'Scopo' },
] as const;

export function KeepingSettings() {
  const keeping = trpc.keeping.get.useQuery(undefined, { refetchOnMount: 'always' });
  if (keeping.isError) {
    return (
      <TableFailure text="Impossibile leggere quanto si conserva" error={keeping.error} list={keeping} />
    );
  }
  return keeping.data ? <KeepingFields keeping={keeping.data} /> : null;
}

function KeepingFields({ keeping }: { keeping: Keeping }) {
  const id = useId();
  const utils = trpc.useUtils();
  const [form, setForm] = useState<KeepingForm>(() => keepingForm(keeping));
  const save = trpc.keeping.save.useMutation({
    onSuccess(saved) {
      utils.keeping.get.setData(undefined, saved);
      setForm(keepingForm(saved));
    },
  });
  const field = (name: keyof KeepingForm, label: string, hint?: string) => {
    const hintText = keeping.fixed.includes(name) ? 'È nel file delle impostazioni del server.' : hint;
    return (
      <div key={name} className="admin-field">
        <label htmlFor={`${id}-${name}`}>{label}</label>
        <input
          id={`${id}-${name}`}
          type="text"
          autoComplete="off"
          inputMode={name in keepingRanges ? 'numeric' : 'text'}
          aria-describedby={hintText && `${id}-${name}-hint`}
          value={form[name]}
          disabled={keeping.fixed.includes(name)}
          onChange={({ target }) => setForm((before) => ({ ...before, [name]: target.value }))}
        />
        {hintText && (
          <p id={`${id}-${name}-hint`} className="admin-hint">
            {hintText}
          </p>
        )}
      </div>
    );
  };
  return (
    <section aria-label="Conversazioni" className="site-part">
      <form
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(readKeepingForm(form, keeping.fixed));
        }}
      >
        <fieldset className="model-limits">
          <legend>Conversazioni</legend>
          <p className="admin-hint">
            Quelle più vecchie si cancellano da sole, ogni giorno, anche dalle copie nel giro di un mese.
          </p>
          {numbers.map(({ name, label }) =>
            field(name, label, `Da ${keepingRanges[name].min} a ${formatNumber(keepingRanges[name].max)}.`),
          )}
        </fieldset>
        <fieldset className="model-limits">
          <legend>Che cosa leggono i lettori</legend>
          <p className="admin-hint">In «Privacy e cookie». Di un campo vuoto non si dice niente.</p>
          {texts.map(({ name, label }) => field(name, label))}
        </fieldset>
        <Room keeping={keeping} />
        <SaveRow save={save} label="Salva le conversazioni" />
      </form>
      <EraseReader />
    </section>
  );
}

const megabytes = (bytes: number) => formatNumber(Math.round(bytes / 1024 / 1024));

export function Room({ keeping }: { keeping: Keeping }) {
  const { room, usedBytes, ceilingBytes, storedMessages, readers, lastSweep } = keeping;
  return (
    <>
      <p className="admin-facts" data-stale={room !== 'ok' || undefined}>
        {countOf(storedMessages, 'messaggio', 'messaggi')} di {countOf(readers, 'lettore', 'lettori')}:{' '}
        {megabytes(usedBytes)} MB di {megabytes(ceilingBytes)}.{' '}
        {room === 'near' &&
          'Sono quasi al limite: abbassa i giorni o i messaggi, o dai più memoria al server.'}
        {room === 'full' && 'Sono al limite: chi non ha un codice aspetta, chi ne ha uno scrive ancora.'}
      </p>
      {lastSweep && lastSweep.messages > 0 && (
        <p className="admin-hint">
          L’ultima pulizia ha tolto {countOf(lastSweep.messages, 'messaggio', 'messaggi')} e per intero{' '}
          {countOf(lastSweep.readers, 'lettore', 'lettori')}.
        </p>
      )}
    </>
  );
}
