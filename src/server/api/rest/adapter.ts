import type { H3 } from 'h3';
import { AppError } from '#shared/errors.ts';
import { defaultBodyLimit, type ProcedureName, type RestRoute } from '#shared/rest.ts';
import type { Context } from '../context.ts';
import type { Asked } from '#server/http/asked.ts';
import { readJsonObject, withUploadedFile } from '#server/http/body.ts';
import { PlainResponse } from '#server/http/plain-response.ts';
import { refusalResponse } from '#server/http/refusal.ts';
import { callProcedure } from './call.ts';
import { routes } from './routes.ts';
import { downloadResponse, isDownload } from './download.ts';
import { eventStreamResponse, isAsyncIterable } from './event-stream.ts';

/** Makes an answer of whatever was thrown. */
export type Refuse = (error: unknown, event: Asked) => Response;

export type Answer = (event: Asked) => Promise<Response>;

/**
 * Mounts every row of the REST table under `/api`: the input is made of the path's `:names` and the JSON
 * body, the procedure is called as any caller would, and its result or refusal becomes the answer.
 *
 * @returns the answer of an address without names, letter by letter: for whoever need not search for the route
 */
export function mountRest(
  app: H3,
  createContext: (event: Asked) => Context,
  refuse: Refuse,
): (target: string) => Answer | undefined {
  const exact = new Map<string, Answer>();
  for (const [path, names] of proceduresByPath()) {
    const byMethod = new Map<string, ProcedureName[]>();
    for (const name of names) {
      const { method } = routes[name];
      byMethod.set(method, [...(byMethod.get(method) ?? []), name]);
    }
    const allow = [...byMethod.keys()].join(', ');
    const answerPath: Answer = async (event) => {
      try {
        const candidates = byMethod.get(event.req.method);
        if (!candidates) return refusalResponse(new AppError('METHOD_NOT_ALLOWED'), { Allow: allow });
        return await answer(event, choose(candidates, event), createContext(event));
      } catch (error) {
        return refuse(error, event);
      }
    };
    app.all(`/api${path}`, answerPath);
    if (!path.includes(':')) exact.set(`/api${path}`, answerPath);
  }
  app.all('/api/**', (event) => refuse(new AppError('UNKNOWN_PATH'), event));
  return (target) => exact.get(target);
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
function choose(names: ProcedureName[], event: Asked): ProcedureName {
  const wantsStream = event.req.headers.get('accept')?.includes('text/event-stream') ?? false;
  const chosen = names.find((name) => (routes[name].kind === 'stream') === wantsStream) ?? names[0];
  if (!chosen) throw new AppError('UNKNOWN_PATH');
  return chosen;
}

async function answer(event: Asked, name: ProcedureName, context: Context): Promise<Response> {
  const route = routes[name];
  const call = (input: unknown) => callProcedure(name, context, input);
  if (route.kind === 'multipart') {
    const { id } = event.context.params ?? {};
    const fields = id === undefined ? {} : { id: decode(id) };
    const result = await withUploadedFile(event, (file, fileName) => call({ ...fields, file, fileName }));
    return json(result, route.status);
  }
  const result = await call(await readInput(event, route));
  if (route.status === 204) return new PlainResponse(null, { status: 204, headers: {} });
  if (isAsyncIterable(result)) return eventStreamResponse(result);
  if (isDownload(result)) return downloadResponse(result);
  return json(result, route.status);
}

async function readInput(event: Asked, route: RestRoute): Promise<unknown> {
  const named = Object.keys(event.context.params ?? {}).filter((name) => route.path.includes(`:${name}`));
  const hasBody = route.method === 'POST' || route.method === 'PATCH';
  const fields = hasBody ? await readJsonObject(event, route.bodyLimit ?? defaultBodyLimit) : {};
  const fromPath = named.map((name) => [name, decode(event.context.params?.[name] ?? '')] as const);
  return { ...fields, ...Object.fromEntries(fromPath) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new AppError('INVALID', undefined, { cause });
  }
}

const written = new WeakMap<object, Uint8Array<ArrayBuffer>>();

/** An answer that is frozen is the same whenever it is the same object: it is written once. */
function text(value: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return JSON.stringify(value);
  const known = written.get(value);
  if (known) return known;
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  written.set(value, bytes);
  return bytes;
}

function json(value: unknown, status = 200): Response {
  return new PlainResponse(text(value), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
