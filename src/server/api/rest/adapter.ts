import { callTRPCProcedure } from '@trpc/server';
import type { H3, H3Event } from 'h3';
import { AppError } from '#shared/errors.ts';
import { perRecord } from '#shared/per-record.ts';
import { defaultBodyLimit, type ProcedureName, type RestRoute } from '#shared/rest.ts';
import { readJsonObject, withUploadedFile, type BodyBudget } from '#server/http/body.ts';
import { etagOf, hasCurrent, PlainResponse, refusalResponse } from '#server/http/plain-response.ts';
import { isUnchanging } from '#server/storage/store/unchanged.ts';
import type { Caller, Context } from '../context.ts';
import { Download, downloadResponse } from '../download.ts';
import { appRouter, routes } from '../router.ts';
import { eventStreamResponse, isAsyncIterable } from './event-stream.ts';

/** Turns whatever was thrown into an answer. */
type Refuse = (error: unknown, event: H3Event) => Response;

/**
 * Mounts every row of the REST table under `/api`: the input is made of the path's `:names` and the JSON
 * body, the procedure is called as any caller would, and its result or refusal becomes the answer.
 */
export function mountRest(
  app: H3,
  createContext: (event: H3Event) => Context,
  refuse: Refuse,
  budget: BodyBudget,
): void {
  for (const [path, names] of proceduresByPath()) {
    const allow = [...new Set(names.map((name) => routes[name].method))].join(', ');
    app.all(`/api${path}`, async (event) => {
      try {
        const name = chooseProcedure(names, event);
        if (!name) return refusalResponse(new AppError('METHOD_NOT_ALLOWED'), { Allow: allow });
        const answered = await answer(event, name, createContext(event), budget);
        return event.req.method === 'HEAD' ? headOf(answered) : answered;
      } catch (error) {
        return refuse(error, event);
      }
    });
  }
  app.all('/api/**', (event) => refuse(new AppError('UNKNOWN_PATH'), event));
}

function proceduresByPath(): Map<string, ProcedureName[]> {
  const paths = new Map<string, ProcedureName[]>();
  for (const name of Object.keys(routes) as ProcedureName[]) {
    const { path } = routes[name];
    paths.set(path, [...(paths.get(path) ?? []), name]);
  }
  return paths;
}

/** Of the procedures at one method and path, the streaming one is for those who ask for an event stream. */
function chooseProcedure(names: readonly ProcedureName[], { req }: H3Event): ProcedureName | undefined {
  // Who asks for the head of an answer is answered as who asks for the whole; a reply that is being written has none.
  const isHead = req.method === 'HEAD';
  const candidates = names.filter(
    (name) =>
      routes[name].method === (isHead ? 'GET' : req.method) && !(isHead && routes[name].kind === 'stream'),
  );
  if (candidates.length < 2) return candidates[0];
  const wantsStream = req.headers.get('accept')?.includes('text/event-stream') ?? false;
  return candidates.find((name) => (routes[name].kind === 'stream') === wantsStream);
}

async function answer(
  event: H3Event,
  name: ProcedureName,
  context: Context,
  budget: BodyBudget,
): Promise<Response> {
  const route = routes[name];
  // Before the body: from who may not call, not one byte of it is read.
  if (route.access === 'author' && !context.caller.isAdmin) throw new AppError('UNAUTHENTICATED');
  const call = (getInput: () => Promise<unknown>) => callProcedure(name, context, event, getInput);
  const result =
    route.kind === 'multipart'
      ? await withUploadedFile(event, (file, fileName) =>
          call(() => Promise.resolve({ ...pathInput(event), file, fileName })),
        )
      : await call(() => readInput(event, route, context.caller, budget));
  if (route.status === 204) return new PlainResponse(null, { status: 204, headers: { ...route.headers } });
  if (route.kind === 'stream' && isAsyncIterable(result)) return eventStreamResponse(result);
  if (result instanceof Download) return downloadResponse(result, event.req.method === 'HEAD');
  return jsonResponse(result, route, event);
}

/** Calls a procedure as tRPC's own adapters do. The input is read when the procedure asks for it, after its guard and once. */
function callProcedure(
  name: ProcedureName,
  ctx: Context,
  { req }: H3Event,
  getInput: () => Promise<unknown>,
): Promise<unknown> {
  const isQuery = routes[name].method === 'GET';
  let input: Promise<unknown> | undefined;
  return callTRPCProcedure({
    router: appRouter,
    path: name,
    type: isQuery ? 'query' : 'mutation',
    ctx,
    getRawInput: () => (input ??= getInput()),
    // Of a query nobody asks whether its caller is still there, and the signal costs something.
    signal: isQuery ? undefined : req.signal,
    batchIndex: 0,
  });
}

async function readInput(
  event: H3Event,
  { method, bodyLimit = defaultBodyLimit, query = [] }: RestRoute,
  caller: Caller,
  budget: BodyBudget,
): Promise<unknown> {
  const hasBody = method === 'POST' || method === 'PATCH';
  const fields = hasBody ? await readJsonObject(event, bodyLimit, caller.isAdmin ? undefined : budget) : {};
  const { searchParams } = event.url;
  const asked = query.filter((name) => searchParams.has(name)).map((name) => [name, searchParams.get(name)]);
  return { ...fields, ...Object.fromEntries(asked), ...pathInput(event) };
}

/** The answer without its body. */
function headOf(answered: Response): Response {
  if (!(answered instanceof PlainResponse)) return new Response(null, answered);
  const { status, plainBody, plainHeaders } = answered;
  const headers = { ...plainHeaders } as Record<string, string>;
  if (plainBody !== null) headers['Content-Length'] = String(Buffer.byteLength(plainBody));
  return new PlainResponse(null, { status, headers });
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

const jsonBytes = perRecord((value: object) => new TextEncoder().encode(JSON.stringify(value)));
const jsonEtag = perRecord((value: object) => etagOf(jsonBytes(value)));

function jsonResponse(value: unknown, route: RestRoute, { req }: H3Event): Response {
  const { status, revalidate, access } = route;
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
  if (status === 201) headers.Location = locationOf(value as { id?: string; url?: string }, route);
  if (!isUnchanging(value)) return new PlainResponse(JSON.stringify(value), { status, headers });
  if (revalidate) {
    headers.ETag = jsonEtag(value);
    // What is the author's holds the whole book: no browser keeps it. A program may still ask with the tag.
    if (access === 'anyone') headers['Cache-Control'] = 'private, no-cache';
    if (hasCurrent(req.headers.get('if-none-match'), headers.ETag))
      return new PlainResponse(null, { status: 304, headers });
  }
  return new PlainResponse(jsonBytes(value), { status, headers });
}

/** Where what was made is: a file has an address of its own, a record that of the calls that change it. */
function locationOf({ id, url }: { id?: string; url?: string }, { path }: RestRoute): string {
  return url ?? `/api${path}/${encodeURIComponent(id ?? '')}`;
}
