import type { Keeping } from '#shared/contracts/keeping.ts';
import { trpc } from '#client/trpc.ts';
import { countOf, formatNumber } from '../format.ts';

export function RoomWarning() {
  const { data } = trpc.keeping.get.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchInterval: 60_000,
  });
  return data && data.room !== 'ok' ? <Room keeping={data} /> : null;
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
