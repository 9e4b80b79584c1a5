/*
 * The service worker: caches the book's page and the encyclopedia for offline use. Only resources that are the same for
 * every reader; personal paths and methods other than GET are not intercepted.
 */
import { answerFor, isKept, type KeptFiles } from './policy.ts';

/** The part of the worker's global scope used here: the project's types are those of a page. */
interface WorkerScope {
  location: Location;
  clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: AskedEvent) => void): void;
}
interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface AskedEvent extends LifeEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

/** Replaced at build time: each build has its own worker and cache. */
declare const __KEPT_FILES__: KeptFiles;

const { build, offline, files } = __KEPT_FILES__;
const storeName = `sito-${build}`;
const worker = self as unknown as WorkerScope;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(storeName).then((store) => store.addAll(files)));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(deleteOtherBuilds().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const strategy = answerFor(request, worker.location.origin);
  if (strategy === 'page') event.respondWith(fetchPage(request));
  if (strategy === 'article') event.respondWith(fetchAndKeep(request, offlinePage));
  if (strategy === 'picture') event.respondWith(fetchAndKeep(request, () => Response.error()));
  if (strategy === 'file') event.respondWith(fetchFile(request));
});

async function deleteOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== storeName).map((name) => caches.delete(name)));
}

/** Network first, so that new builds appear; the cache when offline. */
async function fetchPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const store = await caches.open(storeName);
    const { pathname } = new URL(request.url);
    const cached = await store.match(pathname.replace(/(?<=.)\/$/, ''));
    return cached ?? offlinePage();
  }
}

/** Runs no script and loads fonts only. */
function offlinePage(): Response {
  return new Response(offline, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'",
    },
  });
}

/** Network first; the cache has what was seen last, until the site no longer has it. */
async function fetchAndKeep(request: Request, otherwise: () => Response): Promise<Response> {
  const store = await caches.open(storeName);
  try {
    const response = await fetch(request);
    if (isKept(response)) await store.put(request.url, response.clone()).catch(() => undefined);
    if (response.status === 404) await store.delete(request.url);
    return response;
  } catch {
    return (await store.match(request.url)) ?? otherwise();
  }
}

/** Cache first: files of `/assets` are content-hashed. */
async function fetchFile(request: Request): Promise<Response> {
  const store = await caches.open(storeName);
  const cached = await store.match(request.url);
  if (cached) return cached;
  const response = await fetch(request);
  if (isKept(response)) await store.put(request.url, response.clone()).catch(() => undefined);
  return response;
}
