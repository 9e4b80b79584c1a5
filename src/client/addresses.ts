/** Parameter names of a path: `id` of `/sections/:id`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type AddressParams<Path extends string> = Record<ParamNames<Path>, string>;

export const paramOf = (part: string) => (part.startsWith(':') ? part.slice(1) : undefined);

export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  const parts = path.split('/').map((part) => {
    const name = paramOf(part);
    return name === undefined ? part : encodeURIComponent(params[name] ?? '');
  });
  return `/api${parts.join('/')}`;
}

/** Address of a row of the REST table, such as `/api/admin/backup/database` for `backup.database`. */
export function addressOf<Path extends string>(
  { path }: { path: Path },
  ...[params]: keyof AddressParams<Path> extends never ? [] : [AddressParams<Path>]
): string {
  return fillPath(path, params ?? {});
}
