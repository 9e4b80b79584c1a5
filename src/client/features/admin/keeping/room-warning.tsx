import { trpc } from '#client/trpc.ts';
import { Room } from './keeping-settings.tsx';

/** Warns before the conversations have no more room. */
export function RoomWarning() {
  const { data } = trpc.keeping.get.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchInterval: 60_000,
  });
  return data && data.room !== 'ok' ? <Room keeping={data} /> : null;
}
