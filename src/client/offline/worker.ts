/*
 * The service worker: keeps the book's page and the encyclopedia for when there is no network. It knows only what is the same for every
 * reader; whatever is anyone's own, and whatever is sent by another method than GET, goes past it untouched.
 */
import { answerFor, isKept, type KeptFiles } from './policy.ts';

/** What a worker's scope is made of, as far as it is used here: the project's types are those of a page. */
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

/** Filled in when the site is built: another build is another worker, with a store of its own. */
declare const __KEPT_FILES__: KeptFiles;

const { build, offline, files } = __KEPT_FILES__;
const storeName = `sito-${build}`;
const worker = self as unknown as WorkerScope;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(storeName).then((store) => store.addAll(files)));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOtherBuilds().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const way = answerFor(request, worker.location.origin);
  if (way === 'page') event.respondWith(page(request));
  if (way === 'picture') event.respondWith(picture(request));
  if (way === 'file') event.respondWith(file(request));
});

async function forgetOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== storeName).map((name) => caches.delete(name)));
}

/** From the network, so that nobody stays on an old build; from the store where there is none. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const store = await caches.open(storeName);
    const { pathname } = new URL(request.url);
    const cached = await store.match(pathname.replace(/(?<=.)\/$/, ''));
    return cached ?? offlinePage();
  }
}

/** No script may run in it, and it asks for its type alone. */
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

/** As the network has it; without one, as it was when it was last seen. */
async function picture(request: Request): Promise<Response> {
  const store = await caches.open(storeName);
  try {
    const response = await fetch(request);
    if (isKept(response)) await store.put(request.url, response.clone()).catch(() => undefined);
    return response;
  } catch {
    return (await store.match(request.url)) ?? Response.error();
  }
}

/** Files of `/assets` are named by their content: what is in the store is what the server would send. */
async function file(request: Request): Promise<Response> {
  const store = await caches.open(storeName);
  const cached = await store.match(request.url);
  if (cached) return cached;
  const response = await fetch(request);
  // A store that is full costs the next reading without a network, nothing else.
  if (isKept(response)) await store.put(request.url, response.clone()).catch(() => undefined);
  return response;
}
