import { useId } from 'react';
import { idleChoices, type Entrance, type IdleHours, type OpenSession } from '#shared/contracts/auth.ts';
import { trpc, type RouterOutputs } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { formatMoment } from '../format.ts';
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
  const id = useId();
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
      <ul className="access-list">
        {open.sessions.map((session) => (
          <li key={session.id} className="access-row">
            <p>
              <strong>{session.device}</strong>
              {session.isCurrent && ' (questo)'}
              <br />
              <span className="admin-hint">
                entrato {ways[session.by]} il {formatMoment(session.since)}, usato il{' '}
                {formatMoment(session.lastUsed)}
              </span>
            </p>
            <Button
              small
              disabled={end.isPending || signOut.isPending}
              aria-label={`Esci da qui: ${session.device}${session.isCurrent ? ', questo' : ''}`}
              onClick={() => endOne(session)}
            >
              Esci da qui
            </Button>
          </li>
        ))}
      </ul>
      <div className="access-row">
        <label htmlFor={id}>Un accesso finisce da sé se non lo usi per</label>
        <select
          id={id}
          value={open.idleHours}
          disabled={setIdle.isPending}
          onChange={({ target }) => setIdle.mutate({ idleHours: Number(target.value) as IdleHours })}
        >
          {idleChoices.map((hours) => (
            <option key={hours} value={hours}>
              {idleTexts[hours]}
            </option>
          ))}
        </select>
      </div>
      <p className="admin-hint">E in ogni caso dopo due settimane.</p>
      <Refusal error={error} />
      <div>
        <Button danger disabled={endAll.isPending} onClick={() => endAll.mutate()}>
          Esci ovunque
        </Button>
      </div>
    </Part>
  );
}
