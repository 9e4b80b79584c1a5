import { restTable, type ProcedureName } from '../shared/rest.ts';

/** The names of a path's parameters: `id` of `/sections/:id`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The values that an address needs; none for a path without parameters. */
export type AddressParams<Name extends ProcedureName> = Record<
  ParamNames<(typeof restTable)[Name]['path']>,
  string
>;

/** The parameter's name, where a part of a path is one. */
export const paramOf = (part: string) => (part.startsWith(':') ? part.slice(1) : undefined);

/** A path of the REST table below `/api`, its parameters filled in and encoded. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  const parts = path.split('/').map((part) => {
    const name = paramOf(part);
    return name === undefined ? part : encodeURIComponent(params[name] ?? '');
  });
  return `/api${parts.join('/')}`;
}

/** The address of a procedure, such as `/api/admin/backup/database` for `backup.database`. */
export function addressOf<Name extends ProcedureName>(
  name: Name,
  ...[params]: keyof AddressParams<Name> extends never ? [] : [AddressParams<Name>]
): string {
  return fillPath(restTable[name].path, params ?? {});
}
