import { type Stats, statSync } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ServerRequest } from 'srvx';
import { PlainResponse } from './plain-response.ts';

/** Answers with the file at the request's path below a folder; 404 when there is none. */
export type ServeFile = (request: ServerRequest) => Promise<Response>;

/** A part above is sent as a stream, like a whole file. */
const longestPart = 1024 * 1024;
/** Files held open, and for how long after they were last asked for. */
const mostOpen = 32;
const idleMs = 30_000;

/** With a condition the answer may be another than the part: that is the file server's to say. */
const conditions = ['if-range', 'if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since'];
/** Addresses that name one file letter by letter: nothing to decode, no hidden name, no ending left out. */
const plainPath = /^(?:\/\w[\w.-]*)+\.\w+$/;

interface OpenFile {
  handle: FileHandle;
  /** Which file it was and what it was like: another one, or the same after a change, is opened anew. */
  state: { dev: number; ino: number; size: number; mtimeMs: number };
  headers: Record<string, string>;
  lastUsed: number;
}

/**
 * Sends the short parts that players ask for, one after the other, from a file that stays open: finding it, checking that its
 * path does not lead out of the folder, and a stream for 64 kB cost several times as much as reading them. What the file is, and
 * its headers, `serve` says; at each request the file must still be the one that was opened.
 */
export function partsFromOpenFiles(dir: string, serve: ServeFile): ServeFile {
  const files = new Map<string, Promise<OpenFile | undefined>>();
  let sweep: NodeJS.Timeout | undefined;

  function forget(pathname: string, file: Promise<OpenFile | undefined>): void {
    if (files.get(pathname) === file) files.delete(pathname);
    // Waits for what is being read; a second time it does nothing.
    void file.then((opened) => opened?.handle.close()).catch(() => undefined);
  }

  async function closeIdle(): Promise<void> {
    for (const [pathname, file] of [...files]) {
      const opened = await file;
      if (!opened || performance.now() - opened.lastUsed > idleMs) forget(pathname, file);
    }
    sweep = undefined;
    if (files.size > 0) sweepLater();
  }

  function sweepLater(): void {
    sweep ??= setTimeout(() => void closeIdle(), idleMs).unref();
  }

  async function current(pathname: string, now: Stats): Promise<OpenFile | undefined> {
    const before = files.get(pathname);
    const known = await before;
    if (known && isStill(known, now)) return known;
    if (before) forget(pathname, before);
    // Whoever asked beside us may have opened it anew.
    const opening = files.get(pathname) ?? openFile(dir, pathname, serve).catch(() => undefined);
    files.set(pathname, opening);
    for (const [oldest, file] of files) {
      if (files.size <= mostOpen) break;
      forget(oldest, file);
    }
    sweepLater();
    const opened = await opening;
    if (!opened) forget(pathname, opening);
    return opened;
  }

  return async (request) => {
    const part = partOf(request);
    const pathname = request._url?.pathname;
    if (!part || pathname === undefined || !plainPath.test(pathname)) return serve(request);
    const now = look(join(dir, pathname));
    if (now === 'missing') return new PlainResponse(null, { status: 404, headers: {} });
    const file = now && (await current(pathname, now));
    if (!file || part.from >= file.state.size) return serve(request);
    const to = Math.min(part.to, file.state.size - 1);
    file.lastUsed = performance.now();
    const body = await partOfFile(file, part.from, to);
    if (!body) return serve(request);
    return new PlainResponse(body, {
      status: 206,
      headers: {
        ...file.headers,
        'Content-Range': `bytes ${part.from}-${to}/${file.state.size}`,
        'Content-Length': String(body.length),
      },
    });
  };
}

/** Parts sent lately: of a recording all hear the same beginning, and one after the other. */
const recent = new Map<string, Uint8Array<ArrayBuffer>>();
const mostRecentBytes = 8 * 1024 * 1024;
let recentBytes = 0;

/** The bytes `from` to `to`; nothing when the file was cut short or closed since it was looked at. */
async function partOfFile(
  { handle, state: { dev, ino, size, mtimeMs } }: OpenFile,
  from: number,
  to: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const key = [dev, ino, size, mtimeMs, from, to].join();
  const known = recent.get(key);
  if (known) return known;
  const body = new Uint8Array(to - from + 1);
  const read = await handle.read(body, 0, body.length, from).catch(() => undefined);
  if (read?.bytesRead !== body.length) return undefined;
  if (!recent.has(key)) recentBytes += body.length;
  recent.set(key, body);
  for (const [oldest, { length }] of recent) {
    if (recentBytes <= mostRecentBytes) break;
    recent.delete(oldest);
    recentBytes -= length;
  }
  return body;
}

/** The one short part that is asked for, without conditions. */
function partOf({ method, headers }: ServerRequest): { from: number; to: number } | undefined {
  const range = method === 'GET' ? headers.get('range') : null;
  if (range === null || conditions.some((name) => headers.has(name))) return undefined;
  const [, from, to] = (/^bytes=(\d{1,15})-(\d{1,15})$/.exec(range) ?? []).map(Number);
  if (from === undefined || to === undefined || to < from || to - from >= longestPart) return undefined;
  return { from, to };
}

/**
 * At once, not by a thread: where a file is open, or was looked for a moment ago, the system knows without the disk, and turns
 * to a thread and back cost more than the bytes.
 */
function look(path: string): Stats | 'missing' | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? 'missing';
  } catch {
    return undefined;
  }
}

function isStill({ state }: OpenFile, now: Stats): boolean {
  return (
    now.ino === state.ino && now.dev === state.dev && now.size === state.size && now.mtimeMs === state.mtimeMs
  );
}

async function openFile(dir: string, pathname: string, serve: ServeFile): Promise<OpenFile | undefined> {
  const asked = { method: 'HEAD', headers: new Headers(), _url: { pathname } } as unknown as ServerRequest;
  const head = await serve(asked);
  if (head.status !== 200) return undefined;
  const headers = Object.fromEntries(head.headers);
  const path = join(dir, pathname);
  const root = await realpath(dir);
  if (!(await realpath(path)).startsWith(root + sep)) return undefined;
  const handle = await open(path);
  const { dev, ino, size, mtimeMs } = await handle.stat();
  const isTheSame = headers['content-length'] === String(size) && headers['accept-ranges'] === 'bytes';
  if (!isTheSame) {
    await handle.close();
    return undefined;
  }
  delete headers['content-length'];
  const state = { dev, ino, size, mtimeMs };
  return { handle, state, headers, lastUsed: performance.now() };
}
