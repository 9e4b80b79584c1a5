import { trpc } from '#client/trpc.ts';

/** Warns of codes that everybody can read in the program: those of a demonstration that was begun long ago. */
export function PublishedCodes() {
  const { data } = trpc.health.publishedCodes.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchInterval: 10_000,
  });
  if (!data || data.codes.length === 0) return null;
  return (
    <p role="alert" className="admin-error">
      Questi codici stanno nel programma, che chiunque può leggere, e aprono il tuo libro: cambiali o
      eliminali. {data.codes.join(', ')}.
    </p>
  );
}
