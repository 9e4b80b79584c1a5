import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { formatMoment } from '../format.ts';
import { Loaded } from '../kit/loaded.tsx';
import { Refusal } from '../refusal.tsx';
import { Part } from './part.tsx';

function codesLeft({ left, madeAt }: { left: number; madeAt?: string | undefined }): string {
  if (madeAt === undefined) return 'Non ne hai ancora.';
  const moment = formatMoment(madeAt);
  return left === 0
    ? `Li hai usati tutti, quelli del ${moment}: fanne di nuovi.`
    : `Te ne restano ${left}, del ${moment}.`;
}

export function RecoveryPart() {
  const utils = trpc.useUtils();
  const state = trpc.auth.recovery.useQuery(undefined, { staleTime: 0 });
  const make = trpc.auth.makeRecovery.useMutation({ onSuccess: () => void utils.auth.recovery.invalidate() });
  const codes = make.data?.codes;
  return (
    <Part
      title="Codici di recupero"
      hint="Dieci codici da tenere su carta: ognuno fa entrare una volta, quando hai perso la password e il telefono."
    >
      {codes ? (
        <div role="status">
          <p>Copiali o stampali adesso: non si vedranno più, e quelli di prima non valgono.</p>
          <ul className="access-codes admin-mono">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
      ) : (
        <Loaded query={state} failed="Impossibile leggere l’elenco">
          {(read) => <p role="status">{codesLeft(read)}</p>}
        </Loaded>
      )}
      <Refusal error={make.error} />
      <div className="access-buttons flex gap-2">
        <Button disabled={make.isPending} onClick={() => make.mutate()}>
          {make.isPending
            ? 'Li preparo, qualche secondo…'
            : state.data?.madeAt || codes
              ? 'Fanne dieci nuovi'
              : 'Fai i codici'}
        </Button>
        {codes && <Button onClick={() => window.print()}>Stampa</Button>}
      </div>
    </Part>
  );
}
