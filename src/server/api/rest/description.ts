import type { z } from 'zod';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { restTable, ProcedureName } from '#shared/rest.ts';
import type { AppRouter } from '../router.ts';

type InputOf<P extends ProcedureName> = At<inferRouterInputs<AppRouter>, P>;
type OutputOf<P extends ProcedureName> = At<inferRouterOutputs<AppRouter>, P>;
type At<Tree, P> = P extends `${infer F extends keyof Tree & string}.${infer Name}`
  ? Name extends keyof Tree[F]
    ? Tree[F][Name]
    : never
  : never;

type HasJsonBody<Row> = Row extends { kind: 'multipart' }
  ? false
  : Row extends { method: 'POST' | 'PATCH' }
    ? true
    : false;

/** A sentence, and the contracts of the JSON that is sent and answered. */
export type Description<P extends ProcedureName> = {
  summary: string;
  output?: z.ZodType<OutputOf<P>>;
} & (HasJsonBody<(typeof restTable)[P]> extends false
  ? { input?: undefined }
  : InputOf<P> extends void
    ? { input?: undefined }
    : { input: z.ZodType<unknown, InputOf<P>> });

/** The descriptions of every call of these features. */
export type DescriptionsOf<Feature extends string> = {
  [P in Extract<ProcedureName, `${Feature}.${string}`>]: Description<P>;
};
