import type { inferRouterInputs } from '@trpc/server';
import { restTable, type ProcedureName, type RestRoute } from '../../shared/rest.ts';
import type { AppRouter } from '../router.ts';

type Inputs = inferRouterInputs<AppRouter>;

/** `'sections.list' | 'sections.create' | …`: every procedure of the router. */
type ProcedurePath = {
  [F in keyof Inputs]: keyof Inputs[F] extends infer Name extends string ? `${F}.${Name}` : never;
}[keyof Inputs];

/** A row without its procedure makes this `never`, and the table below does not compile. */
type NoneUnknown = [Exclude<ProcedureName, ProcedurePath>] extends [never] ? unknown : never;

/** The REST table, complete: this line does not compile while a procedure of the router has no row. */
export const routes: Record<ProcedurePath, RestRoute> & NoneUnknown = restTable;
