import { callTRPCProcedure } from '@trpc/server';
import type { H3, H3Event } from 'h3';
import { FastResponse } from 'srvx';
import { AppError } from '#shared/errors.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { defaultBodyLimit, type ProcedureName } from '#shared/rest.ts';
import type { RestRoute } from '#shared/rest-route.ts';
import { etagOf, hasCurrent, refusalResponse } from '#server/http/answers.ts';
import { readJsonObject, withUploadedFile, type BodyBudget } from '#server/http/body.ts';
import { Download, downloadResponse } from '../download.ts';
import { routes } from '../router.ts';
import type { Calls } from '../trpc-mount.ts';
import { eventStreamResponse, isAsyncIterable } from './event-stream.ts';

interface Row {
  name: ProcedureName;
  route: RestRoute;
}

/**
 * Mounts every row of the REST table under `/api`: the input is made of the path's `:names` and the JSON
 * body, the procedure is called as any caller would, and its result or refusal becomes the answer.
 */
export function mountRest(app: H3, calls: Calls): void {
  const rowsByPath = new Map<string, Row[]>();
  for (const name of Object.keys(routes) as ProcedureName[]) {
    const { path } = routes[name];
    rowsByPath.set(path, [...(rowsByPath.get(path) ?? []), { name, route: routes[name] }]);
  }
  for (const [path, rows] of rowsByPath) {
    const allow = [...new Set(rows.map(({ route }) => route.method))].join(', ');
    app.all(`/api${path}`, async (event) => {
      const row = chooseRow(rows, event);
      if (!row) return refusalResponse(new AppError('METHOD_NOT_ALLOWED'), { Allow: allow });
      const result = await answer(event, row, calls);
      return event.req.method === 'HEAD' ? headOf(result) : result;
    });
  }
  app.all('/api/**', () => {
    throw new AppError('UNKNOWN_PATH');
  });
}

/** Of the procedures at one method and path, the streaming one is for those who ask for an event stream. */
function chooseRow(rows: readonly Row[], { req }: H3Event): Row | undefined {
  // Who asks for the head of an answer is answered as who asks for the whole; a reply that is being written has none.
  const isHead = req.method === 'HEAD';
  const candidates = rows.filter(
    ({ route: { method, kind } }) =>
      method === (isHead ? 'GET' : req.method) && !(isHead && kind === 'stream'),
  );
  if (candidates.length < 2) return candidates[0];
  const wantsStream = req.headers.get('accept')?.includes('text/event-stream') ?? false;
  return candidates.find(({ route }) => (route.kind === 'stream') === wantsStream);
}

async function answer(event: H3Event, { name, route }: Row, calls: Calls): Promise<Response> {
  const ctx = calls.contextOf(event);
  // Before the body: from who may not call, not one byte of it is read.
  if (route.access === 'author' && !ctx.caller.isAdmin) throw new AppError('UNAUTHENTICATED');
  const isQuery = route.method === 'GET';
  const call = (getInput: () => Promise<unknown>) => {
    let input: Promise<unknown> | undefined;
    return callTRPCProcedure({
      router: calls.router,
      path: name,
      type: isQuery ? 'query' : 'mutation',
      ctx,
      // Read when the procedure asks for it, after its guard, and once.
      getRawInput: () => (input ??= getInput()),
      // Of a query nobody asks whether its caller is still there, and the signal costs something.
      signal: isQuery ? undefined : event.req.signal,
      batchIndex: 0,
    });
  };
  const result: unknown =
    route.kind === 'multipart'
      ? await withUploadedFile(event, (file, fileName) =>
          call(() => Promise.resolve({ ...pathInput(event), file, fileName })),
        )
      : await call(() => readInput(event, route, ctx.caller.isAdmin ? undefined : calls.budget));
  if (route.status === 204) return new FastResponse(null, { status: 204, headers: { ...route.headers } });
  if (route.kind === 'stream' && isAsyncIterable(result)) return eventStreamResponse(result);
  if (result instanceof Download) return downloadResponse(result, event.req.method === 'HEAD');
  return jsonResponse(result, route, event);
}

async function readInput(
  event: H3Event,
  { method, bodyLimit = defaultBodyLimit, query = [] }: RestRoute,
  budget: BodyBudget | undefined,
): Promise<unknown> {
  const hasBody = method === 'POST' || method === 'PATCH';
  const fields = hasBody ? await readJsonObject(event, bodyLimit, budget) : {};
  const { searchParams } = event.url;
  const parameters = query
    .filter((name) => searchParams.has(name))
    .map((name) => [name, searchParams.get(name)]);
  return { ...fields, ...Object.fromEntries(parameters), ...pathInput(event) };
}

async function headOf(answered: Response): Promise<Response> {
  const { status, headers, body } = answered;
  if (body) headers.set('Content-Length', String((await answered.arrayBuffer()).byteLength));
  return new FastResponse(null, { status, headers });
}

/** The fields of the input that stand in the path. */
function pathInput({ context: { params = {} } }: H3Event): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, part]) => [name, decode(part)]));
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new AppError('INVALID', undefined, { cause });
  }
}

/** Of an answer that is kept, once. */
const writtenOf = memoizeByObject((value: object) => {
  const body = JSON.stringify(value);
  return { body, etag: etagOf(body) };
});

function jsonResponse(value: unknown, route: RestRoute, { req }: H3Event): Response {
  const { status, revalidate, access } = route;
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
  if (status === 201) headers.Location = locationOf(value as { id?: string; url?: string }, route);
  if (!revalidate) return new FastResponse(JSON.stringify(value), { status, headers });
  const { body, etag } = writtenOf(value as object);
  headers.ETag = etag;
  // What is the author's holds the whole book: no browser keeps it. A program may still ask with the tag.
  if (access === 'anyone') headers['Cache-Control'] = 'private, no-cache';
  const isSame = hasCurrent(req.headers.get('if-none-match'), etag);
  return new FastResponse(isSame ? null : body, { status: isSame ? 304 : status, headers });
}

/** Where what was made is: a file has an address of its own, a record that of the calls that change it. */
function locationOf({ id, url }: { id?: string; url?: string }, { path }: RestRoute): string {
  return url ?? `/api${path}/${encodeURIComponent(id ?? '')}`;
}
