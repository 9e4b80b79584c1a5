import type { SiteSettings } from '#shared/contracts/site-settings.ts';
import { formatNumber } from '../format.ts';

export function MachinePart({ machine }: Pick<SiteSettings, 'machine'>) {
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
    <section aria-label="La macchina" className="grid gap-2">
      <p className="admin-hint">
        Queste cose si cambiano soltanto entrando nella macchina, con il comando accanto. La password e le
        passkey sono in «Accesso», in testa al pannello.
      </p>
      <dl className="grid gap-3">
        {rows.map(({ name, value, how, command }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="grid wrap-anywhere">
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
