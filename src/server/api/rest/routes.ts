import type { inferRouterInputs } from '@trpc/server';
import { restTable, type RestRoute } from '#shared/rest.ts';
import type { AppRouter } from '../router.ts';

type Inputs = inferRouterInputs<AppRouter>;

/** `'sections.list' | 'sections.create' | …`: every procedure of the router. */
type ProcedurePath = {
  [F in keyof Inputs]: keyof Inputs[F] extends infer Name extends string ? `${F}.${Name}` : never;
}[keyof Inputs];

/** Takes only a table with a row for every procedure and a procedure for every row. */
function requireEveryProcedure<Table extends Record<ProcedurePath, RestRoute>>(
  table: [Exclude<keyof Table, ProcedurePath>] extends [never] ? Table : never,
): Record<ProcedurePath, RestRoute> {
  return table;
}

/** The REST table: this line does not compile while it and the router do not match. */
export const routes = requireEveryProcedure<typeof restTable>(restTable);
