import { trpc } from '#client/trpc.ts';
import { formatNumber } from './format.ts';

/** Refused requests since the start: many wrong codes suggest guessing. */
export function RefusalsSection() {
  const { data } = trpc.health.refusals.useQuery();
  if (!data) return null;
  const counts = [
    ['codici sbagliati', data.wrongCodes],
    ['password sbagliate', data.wrongPasswords],
    ['richieste oltre il limite', data.tooMany],
    ['richieste riservate all’autore', data.forbidden],
    ['accessi riusciti', data.signIns],
  ] as const;
  return (
    <section aria-labelledby="refusals">
      <h2 id="refusals">Chi ha bussato</h2>
      <p>Dall’ultimo avvio: {counts.map(([what, count]) => `${what} ${formatNumber(count)}`).join(', ')}.</p>
    </section>
  );
}
