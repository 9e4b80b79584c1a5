import { useState } from 'react';
import type { SiteSettings } from '#shared/contracts/site-settings.ts';
import { errorMessage, toApiError } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { noAnswer } from '../refusal.tsx';
import { Line } from './line.tsx';

/** Bucket settings; stored keys are never sent to the browser. */
export function BucketPart({ bucket }: Pick<SiteSettings, 'bucket'>) {
  const utils = trpc.useUtils();
  const [form, setForm] = useState(() => formOf(bucket));
  const [overCopy, setOverCopy] = useState(false);
  const trial = trpc.siteSettings.tryBucket.useMutation();
  const save = trpc.siteSettings.saveBucket.useMutation({
    onSuccess(saved) {
      utils.siteSettings.get.setData(undefined, saved);
      void utils.backup.mirror.invalidate();
      setForm(formOf(saved.bucket));
      setOverCopy(false);
      trial.reset();
    },
  });
  const isBusy = trial.isPending || save.isPending;
  const isOccupied = trial.data?.hasCopy === true || toApiError(save.error)?.code === 'DUPLICATE';
  const failure = save.error ?? trial.error;
  const field = (name: keyof typeof form, label: string, hint: string, secret = false) => (
    <Line
      label={label}
      hint={hint}
      secret={secret}
      value={form[name]}
      disabled={bucket.fixed}
      onChange={(value) => setForm((before) => ({ ...before, [name]: value }))}
    />
  );
  const keyHint = bucket.hasKeys
    ? 'C’è, e non si mostra più. Scrivine una per cambiarla.'
    : 'La dà il fornitore.';
  return (
    <section aria-label="Copia nel bucket" className="site-part">
      <form
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          trial.reset();
          save.mutate({ ...form, overCopy });
        }}
      >
        <fieldset className="model-limits">
          <legend>Copia nel bucket</legend>
          <p className="admin-hint">
            {bucket.fixed ? (
              <>
                È nel file delle impostazioni del server (<code>S3_…</code>), che vince su questa pagina.
              </>
            ) : (
              'Uno spazio «S3» presso un fornitore, dove il sito copia da sé ogni modifica. Tieni queste righe e le due chiavi anche su carta: servono per riavere tutto.'
            )}
          </p>
          {field(
            'endpoint',
            'Indirizzo del fornitore',
            'Come https://s3.fornitore.example, o con il nome del bucket davanti se il fornitore lo vuole lì; vuoto: Amazon.',
          )}
          {field('region', 'Regione', 'Come eu-south-1; se il fornitore non ne ha, lascia us-east-1.')}
          {field('bucket', 'Nome del bucket', 'Crealo prima, privato, dal fornitore. Vuoto: nessuna copia.')}
          {field('prefix', 'Cartella', 'Facoltativa: tiene divisi più siti nello stesso bucket.')}
          {field('accessKeyId', 'Chiave di accesso', keyHint, true)}
          {field('secretAccessKey', 'Chiave segreta', keyHint, true)}
        </fieldset>
        {isOccupied && !bucket.fixed && (
          <label className="model-check">
            <input
              type="checkbox"
              checked={overCopy}
              onChange={({ target }) => setOverCopy(target.checked)}
            />
            È la copia di questo sito: continuala
          </label>
        )}
        {/* Beside the buttons, to stay visible on a phone. */}
        <div className="admin-form-end">
          {trial.data && !isBusy && (
            <p role="status" className="admin-spring">
              Funziona: ho scritto, riletto e cancellato un oggetto in{' '}
              {(trial.data.milliseconds / 1_000).toLocaleString('it-IT')} secondi.
              {trial.data.hasCopy && ' Lì c’è già la copia di un sito.'}
            </p>
          )}
          {save.isSuccess && !isBusy && (
            <p role="status" className="admin-spring">
              {save.data.bucket.hasKeys
                ? 'Salvato: la copia è cominciata, e la scheda Backup dice a che punto è.'
                : 'Salvato: il sito non copia più niente altrove.'}
            </p>
          )}
          {failure && !isBusy && (
            <p role="alert" className="admin-error admin-spring">
              {errorMessage(failure, noAnswer)}
            </p>
          )}
          <Button
            disabled={isBusy || (bucket.fixed && !bucket.hasKeys)}
            onClick={() => {
              save.reset();
              trial.mutate(form);
            }}
          >
            {trial.isPending ? 'Provo…' : 'Prova il bucket'}
          </Button>
          <Button type="submit" disabled={isBusy || bucket.fixed}>
            {save.isPending ? 'Provo e salvo…' : 'Salva il bucket'}
          </Button>
        </div>
      </form>
    </section>
  );
}

const formOf = ({ endpoint, region, bucket, prefix }: SiteSettings['bucket']) => ({
  endpoint,
  region: region || 'us-east-1',
  bucket,
  prefix,
  accessKeyId: '',
  secretAccessKey: '',
});
