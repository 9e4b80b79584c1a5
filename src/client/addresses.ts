import { restTable, type ProcedureName } from '../shared/rest.ts';

/** Parameter names of a path: `id` of `/sections/:id`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type AddressParams<Name extends ProcedureName> = Record<
  ParamNames<(typeof restTable)[Name]['path']>,
  string
>;

export const paramOf = (part: string) => (part.startsWith(':') ? part.slice(1) : undefined);

export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  const parts = path.split('/').map((part) => {
    const name = paramOf(part);
    return name === undefined ? part : encodeURIComponent(params[name] ?? '');
  });
  return `/api${parts.join('/')}`;
}

/** Address of a procedure, such as `/api/admin/backup/database` for `backup.database`. */
export function addressOf<Name extends ProcedureName>(
  name: Name,
  ...[params]: keyof AddressParams<Name> extends never ? [] : [AddressParams<Name>]
): string {
  return fillPath(restTable[name].path, params ?? {});
}
