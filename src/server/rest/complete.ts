import type { inferRouterInputs } from '@trpc/server';
import type { ProcedureName, restTable, RestRoute } from '../../shared/rest.ts';
import type { AppRouter } from '../router.ts';

type Inputs = inferRouterInputs<AppRouter>;

/** `'sections.list' | 'sections.create' | …`: every procedure of the router. */
export type ProcedurePath = {
  [F in keyof Inputs]: keyof Inputs[F] extends infer Name extends string ? `${F}.${Name}` : never;
}[keyof Inputs];

type Satisfies<Table extends Record<ProcedurePath, RestRoute>> = Table;
type NoneUnknown<Name extends ProcedurePath> = Name;

/** Does not compile while a procedure has no row in the table, or a row no procedure. */
export type CompleteTable = [Satisfies<typeof restTable>, NoneUnknown<ProcedureName>];
