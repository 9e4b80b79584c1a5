import type { ReactNode } from 'react';
import type { MirrorState, MirrorStatus } from '#shared/contracts/mirror.ts';
import { trpc } from '#client/trpc.ts';
import { Section } from './kit/section.tsx';
import { formatMoment, formatNumber } from './format.ts';

const refreshIntervals: Record<MirrorState, number | false> = {
  off: false,
  ok: 30_000,
  behind: 3_000,
  failing: 5_000,
  superseded: 30_000,
};

const headlines: Record<Exclude<MirrorState, 'off'>, string> = {
  ok: 'Tutto è al sicuro anche nel bucket.',
  behind: 'La copia è in corso.',
  failing: 'La copia non riesce. Il sito funziona lo stesso, e riprova da solo.',
  superseded:
    'Un’altra macchina scrive in questo bucket: qui si può soltanto leggere. Ferma quella che non serve, poi riavvia questa; oppure scegli un’altra cartella del bucket.',
};

export function MirrorSection() {
  const { data, isError } = trpc.backup.mirror.useQuery(undefined, {
    refetchInterval: ({ state }) => refreshIntervals[state.data?.state ?? 'off'],
  });
  return (
    <Section title="Copia nel bucket" className="col-span-full">
      {isError && <p>Non riesco a sapere come sta la copia. Ricarica la pagina tra poco.</p>}
      {data?.state === 'off' && (
        <p className="max-w-[62ch]">
          Nessun bucket configurato: se questa macchina si rompe, restano soltanto i backup che hai scaricato.
          Con uno spazio S3, che si sceglie in «Impostazioni», ogni modifica viene copiata da sola in pochi
          secondi.
        </p>
      )}
      {data && data.state !== 'off' && <MirrorDetails status={data} headline={headlines[data.state]} />}
    </Section>
  );
}

function MirrorDetails({ status, headline }: { status: MirrorStatus; headline: string }) {
  const { bucket, pendingFiles, databaseBehind, lastSuccess, lastError } = status;
  return (
    <>
      <p role="status" className="font-semibold">
        {headline}
      </p>
      {lastError && <p className="ps-3 [border-inline-start:4px_solid_#b3261e]">{lastError}</p>}
      <dl className="flex flex-wrap gap-x-10 gap-y-3 m-0">
        <Fact name="Bucket">{bucket}</Fact>
        <Fact name="File da copiare">{pendingFiles === 0 ? 'nessuno' : formatNumber(pendingFiles)}</Fact>
        <Fact name="Database">
          {databaseBehind === 0 ? 'aggiornato' : `indietro di ${formatDelay(databaseBehind)}`}
        </Fact>
        <Fact name="Ultima copia riuscita">{lastSuccess ? formatMoment(lastSuccess) : 'non ancora'}</Fact>
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.85rem] opacity-75">{name}</dt>
      <dd className="m-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function formatDelay(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 secondo' : `${seconds} secondi`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} minuti` : `${Math.round(minutes / 60)} ore`;
}
