import { useId, useState } from 'react';
import type { SiteSettings } from '#shared/contracts/site-settings.ts';
import { trpc } from '#client/trpc.ts';
import { SaveRow } from '../save-row.tsx';
import { TableFailure } from '../table-states.tsx';
import { formatNumber } from '../format.ts';
import { BucketPart } from './bucket-part.tsx';

export function SiteParts() {
  const settings = trpc.siteSettings.get.useQuery(undefined, { refetchOnMount: 'always' });
  if (settings.isError) {
    return (
      <TableFailure
        text="Impossibile leggere il resto delle impostazioni"
        error={settings.error}
        list={settings}
      />
    );
  }
  if (!settings.data) return null;
  return (
    <>
      <BucketPart bucket={settings.data.bucket} />
      <DaysPart timeZone={settings.data.timeZone} />
      <MachinePart machine={settings.data.machine} />
    </>
  );
}

function DaysPart({ timeZone }: Pick<SiteSettings, 'timeZone'>) {
  const id = useId();
  const utils = trpc.useUtils();
  const [value, setValue] = useState(timeZone);
  const save = trpc.siteSettings.save.useMutation({
    onSuccess(saved) {
      utils.siteSettings.get.setData(undefined, saved);
      void utils.numbers.get.invalidate();
    },
  });
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section aria-label="I tuoi giorni" className="site-part">
      <form
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ timeZone: value });
        }}
      >
        <fieldset className="model-limits site-days">
          <legend>I tuoi giorni</legend>
          <p id={`${id}-hint`} className="admin-hint">
            Quando comincia un giorno nei «Numeri». Qui sei in {here}.
          </p>
          <div className="admin-field">
            <label htmlFor={id}>Fuso orario</label>
            <input
              id={id}
              type="text"
              list={`${id}-zones`}
              autoComplete="off"
              spellCheck={false}
              aria-describedby={`${id}-hint`}
              value={value}
              onChange={({ target }) => setValue(target.value)}
            />
            <datalist id={`${id}-zones`}>
              {Intl.supportedValuesOf('timeZone').map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </div>
        </fieldset>
        <SaveRow save={save} label="Salva il fuso orario" />
      </form>
    </section>
  );
}

function MachinePart({ machine }: Pick<SiteSettings, 'machine'>) {
  const { address, port, isSecure, memoryBytes, dataDir, version } = machine;
  const rows: { name: string; value: string; how: string; command: string }[] = [
    {
      name: 'Dominio',
      value: address || 'non è scritto',
      how: 'Si ripete l’installazione, nella cartella del progetto, con quello nuovo:',
      command: 'bash deploy/install.sh www.nuovo.it',
    },
    {
      name: 'Lucchetto (https)',
      value: isSecure ? 'c’è' : 'non c’è: va bene solo per provare',
      how: 'Il certificato arriva con il dominio e si rinnova da sé. Se manca, dice perché',
      command: 'journalctl -u caddy -n 20',
    },
    {
      name: 'Porta',
      value: String(port),
      how: 'PORT nel file delle impostazioni della macchina, poi',
      command: 'libro riavvia',
    },
    {
      name: 'Memoria',
      value: `${formatNumber(Math.round(memoryBytes / 1024 / 1024))} MB`,
      how: 'È quella della macchina: la dà chi te la affitta. Dopo:',
      command: 'libro riavvia',
    },
    {
      name: 'Dove stanno i dati',
      value: dataDir,
      how: 'DATA_DIR nel file delle impostazioni della macchina, a sito fermo.',
      command: 'libro riavvia',
    },
    {
      name: 'Versione',
      value: version,
      how: 'Si aggiorna, e se non va si torna indietro da sé, con',
      command: 'libro aggiorna',
    },
  ];
  return (
    <section aria-label="La macchina" className="site-part site-machine">
      <h3>La macchina</h3>
      <p className="admin-hint">
        Queste cose si cambiano soltanto entrando nella macchina, con il comando accanto. La password e le
        passkey sono in «Accesso», in testa al pannello.
      </p>
      <dl>
        {rows.map(({ name, value, how, command }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{value}</strong>
              <span className="admin-hint">
                {how} <code>{command}</code>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
