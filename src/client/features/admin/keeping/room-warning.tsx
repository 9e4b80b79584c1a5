import { trpc } from '#client/trpc.ts';
import { Room } from './keeping-settings.tsx';

export function RoomWarning() {
  const { data } = trpc.keeping.get.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchInterval: 60_000,
  });
  return data && data.room !== 'ok' ? <Room keeping={data} /> : null;
}
