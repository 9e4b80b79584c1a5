import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { formatMoment } from '../format.ts';
import { TableFailure } from '../kit/loaded.tsx';
import { Refusal } from '../refusal.tsx';
import { Part } from './part.tsx';

export function RecoveryPart() {
  const utils = trpc.useUtils();
  const state = trpc.auth.recovery.useQuery(undefined, { staleTime: 0 });
  const make = trpc.auth.makeRecovery.useMutation({ onSuccess: () => void utils.auth.recovery.invalidate() });
  const codes = make.data?.codes;
  const { left = 0, madeAt } = state.data ?? {};
  return (
    <Part
      title="Codici di recupero"
      hint="Dieci codici da tenere su carta: ognuno fa entrare una volta, quando hai perso la password e il telefono."
    >
      {state.isError && <TableFailure text="Impossibile leggere l’elenco" error={state.error} list={state} />}
      {state.data && !codes && (
        <p role="status" data-stale={left < 3 || undefined}>
          {madeAt === undefined
            ? 'Non ne hai ancora.'
            : left === 0
              ? `Li hai usati tutti, quelli del ${formatMoment(madeAt)}: fanne di nuovi.`
              : `Te ne restano ${left}, del ${formatMoment(madeAt)}.`}
        </p>
      )}
      {codes && (
        <div role="status">
          <p>Copiali o stampali adesso: non si vedranno più, e quelli di prima non valgono.</p>
          <ul className="access-codes admin-mono">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
      )}
      <Refusal error={make.error} />
      <div className="access-buttons">
        <Button disabled={make.isPending} onClick={() => make.mutate()}>
          {make.isPending
            ? 'Li preparo, qualche secondo…'
            : madeAt || codes
              ? 'Fanne dieci nuovi'
              : 'Fai i codici'}
        </Button>
        {codes && <Button onClick={() => window.print()}>Stampa</Button>}
      </div>
    </Part>
  );
}
