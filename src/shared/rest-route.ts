type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface RestRoute {
  /** The adapter checks it from the headers alone; the procedure's own guard checks again. */
  access: 'anyone' | 'author';
  method: HttpMethod;
  /** Path below `/api`; `:id` is the input's field of that name; the rest of the input is the JSON body. */
  path: string;
  /** Status of a success when it is not 200; 204 has no body. */
  status?: 201 | 204;
  /** Input fields in the query; a PATCH may have them in its body too. */
  query?: readonly string[];
  /** Maximum JSON body in bytes, when it is not {@link defaultBodyLimit}. */
  bodyLimit?: number;
  /**
   * `multipart`: one file in the field `file`, `:id` in the path. `download`: the response is a file. `stream`: only
   * with `Accept: text/event-stream`.
   */
  kind?: 'multipart' | 'download' | 'stream';
  headers?: Readonly<Record<string, string>>;
  /** The response has an `ETag`; a matching `If-None-Match` gets a 304. */
  revalidate?: true;
}

type RowOptions = Omit<RestRoute, 'access' | 'method' | 'path'>;

/** Builds rows for whom `access` lets in. */
export function routesFor<const Access extends RestRoute['access']>(access: Access) {
  return <const Method extends HttpMethod, const Path extends string, const More extends RowOptions = object>(
    method: Method,
    path: Path,
    more?: More,
  ) => ({ access, method, path, ...(more as More) });
}
