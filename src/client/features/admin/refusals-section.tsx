import { trpc } from '#client/trpc.ts';
import { Section } from './kit/section.tsx';
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
    <Section title="Chi ha bussato" className="col-span-full">
      <p>Dall’ultimo avvio: {counts.map(([what, count]) => `${what} ${formatNumber(count)}`).join(', ')}.</p>
    </Section>
  );
}
