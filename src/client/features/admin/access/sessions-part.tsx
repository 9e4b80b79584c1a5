import { idleChoices, type Entrance, type IdleHours, type OpenSession } from '#shared/contracts/auth.ts';
import { trpc, type RouterOutputs } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { formatMoment } from '../format.ts';
import { Field } from '../kit/field.tsx';
import { LineList } from '../kit/line-list.tsx';
import { useEndedSession, useSignOut } from '../session/use-session.ts';
import { Refusal } from '../refusal.tsx';
import { Part } from './part.tsx';

const ways: Record<Entrance, string> = {
  password: 'con la password',
  passkey: 'con una passkey',
  recovery: 'con un codice di recupero',
};

const idleTexts: Record<IdleHours, string> = {
  1: 'un’ora',
  4: '4 ore',
  12: '12 ore',
  24: 'un giorno',
  72: '3 giorni',
  168: 'una settimana',
};

export function SessionsPart({ open }: { open: RouterOutputs['auth']['sessions'] }) {
  const utils = trpc.useUtils();
  const leave = useEndedSession();
  const signOut = useSignOut();
  const refresh = () => void utils.auth.sessions.invalidate();
  const end = trpc.auth.endSession.useMutation({ onSettled: refresh });
  const endAll = trpc.auth.endSessions.useMutation({ onSuccess: leave });
  const setIdle = trpc.auth.setIdle.useMutation({
    onSuccess: (sessions) => utils.auth.sessions.setData(undefined, sessions),
  });
  const error = end.error ?? endAll.error ?? signOut.error ?? setIdle.error;
  const endOne = (session: OpenSession) =>
    session.isCurrent ? signOut.mutate() : end.mutate({ id: session.id });

  return (
    <Part
      title="Dove sei dentro"
      hint="Se un computer o un telefono non è più tuo, esci da lì. Gli indirizzi da cui entri non vengono conservati."
    >
      <LineList
        lines={open.sessions.map((session) => ({
          key: session.id,
          title: `${session.device}${session.isCurrent ? ' (questo)' : ''}`,
          note: `entrato ${ways[session.by]} il ${formatMoment(session.since)}, usato il ${formatMoment(session.lastUsed)}`,
          actions: (
            <Button
              small
              disabled={end.isPending || signOut.isPending}
              aria-label={`Esci da qui: ${session.device}${session.isCurrent ? ', questo' : ''}`}
              onClick={() => endOne(session)}
            >
              Esci da qui
            </Button>
          ),
        }))}
      />
      <Field
        field={{
          kind: 'choice',
          path: 'idleHours',
          label: 'Un accesso finisce da sé se non lo usi per',
          choices: idleChoices.map((hours) => ({ value: String(hours), label: idleTexts[hours] })),
          hint: 'E in ogni caso dopo due settimane.',
        }}
        form={{
          valueAt: () => open.idleHours,
          errorAt: () => undefined,
          change: (_, hours) => setIdle.mutate({ idleHours: Number(hours) as IdleHours }),
        }}
      />
      <Refusal error={error} />
      <div>
        <Button danger disabled={endAll.isPending} onClick={() => endAll.mutate()}>
          Esci ovunque
        </Button>
      </div>
    </Part>
  );
}
