import { trpc } from '#client/trpc.ts';

/** Warns of valid codes from the published demonstration. */
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
