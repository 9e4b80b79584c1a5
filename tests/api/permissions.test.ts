import type { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtInBook } from '#content/built-in-book.ts';
import { bookContent } from '#shared/contracts/book.ts';
import { restTable, type ProcedureName } from '#shared/rest.ts';
import type { RestRoute } from '#shared/rest-route.ts';
import type { Caller } from '#server/api/context.ts';
import { isAsyncIterable } from '#server/api/rest/event-stream.ts';
import { calls } from '../support/calls.ts';
import { nobody } from '../support/nobody.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

/** Shaped like an answer of a passkey, and none. */
const noCredential = {
  id: 'a',
  rawId: 'a',
  type: 'public-key',
  response: { clientDataJSON: 'e30' },
  clientExtensionResults: {},
};

/** A bucket where nothing answers. */
const deadBucket = {
  endpoint: 'http://127.0.0.1:9',
  region: 'eu-south-1',
  bucket: 'libro',
  prefix: '',
  accessKeyId: 'a',
  secretAccessKey: 'b',
};

/** What a visitor, a reader and the author get from each row of the table over `/api`, and the body they send. */
type Row = readonly [visitor: number, reader: number, author: number, body?: object];

const expected: Record<ProcedureName, Row> = {
  'health.get': [200, 200, 200],
  'musicCodes.validate': [200, 200, 200, { code: 'lunanuova' }],
  'gallery.list': [200, 200, 200],
  'readers.progress': [200, 200, 200],
  'readers.chooseLevel': [200, 200, 200, { maxSection: 0 }],
  'readers.identifier': [200, 200, 200],
  'readers.erase': [204, 204, 204],
  'readers.devices': [200, 200, 200],
  'readers.handOver': [422, 200, 422],
  'readers.join': [400, 400, 400, { code: 'ZZZZ-ZZZZ' }],
  'readers.removeDevice': [404, 404, 404],
  'keeping.notice': [200, 200, 200],
  'keeping.get': [401, 401, 200],
  'keeping.save': [401, 401, 200, {}],
  'keeping.findReader': [401, 401, 404, { identifier: '0000-0000-0000' }],
  'keeping.eraseReader': [401, 401, 404, { identifier: '0000-0000-0000' }],
  'readers.redeem': [200, 200, 200, { code: 'HB6T2WVK' }],
  'chat.history': [200, 200, 200],
  'chat.forget': [204, 204, 204],
  'chat.transcript': [200, 200, 200],
  'chat.recap': [200, 200, 200],
  'chat.suggestions': [200, 200, 200],
  'chat.notes': [200, 200, 200],
  'chat.forgetNote': [404, 404, 404],
  'chat.pending': [200, 200, 200],
  'chat.stop': [204, 204, 204],
  'chat.retry': [422, 422, 422],
  'chat.notice': [200, 200, 200],
  'chat.send': [200, 200, 200, { message: 'Ciao' }],
  'chat.stream': [200, 200, 200, { message: 'Ciao' }],
  'auth.login': [401, 401, 401, { password: 'sbagliata' }],
  'auth.logout': [204, 204, 204],
  'auth.session': [200, 200, 200],
  'auth.loginWithCode': [401, 401, 401, { code: 'sbagliato' }],
  'auth.changePassword': [401, 401, 401, { current: 'sbagliata', password: 'quattro parole che bastano' }],
  'auth.sessions': [401, 401, 200],
  'auth.setIdle': [401, 401, 200, { idleHours: 24 }],
  'auth.endSession': [401, 401, 404],
  'auth.recovery': [401, 401, 200],
  'auth.makeRecovery': [401, 401, 200],
  'passkeys.askToSignIn': [200, 200, 200],
  'passkeys.signIn': [401, 401, 401, { credential: noCredential }],
  'passkeys.list': [401, 401, 200],
  'passkeys.askToAdd': [401, 401, 200],
  'passkeys.add': [401, 401, 422, { name: 'Chiave', credential: noCredential }],
  'passkeys.rename': [401, 401, 404, { name: 'Altra' }],
  'passkeys.remove': [401, 401, 404],
  'auth.endSessions': [401, 401, 204],
  'articles.list': [401, 401, 200],
  'articles.create': [401, 401, 201, { name: 'prova', look: 'rivista', title: 'Prova', text: 'Prova.' }],
  'articles.order': [401, 401, 422, { ids: ['x'] }],
  'articles.preview': [401, 401, 503, { name: 'altra', look: 'rivista', title: 'Prova', text: 'Prova.' }],
  'articles.update': [401, 401, 404, { title: 'preso' }],
  'articles.delete': [401, 401, 404],
  'sections.list': [401, 401, 200],
  'numbers.get': [401, 401, 200],
  'backup.copies': [401, 401, 200],
  'backup.makeCopy': [401, 401, 201],
  'restore.checkCopy': [401, 401, 404, { name: '2003-12-21' }],
  'sections.import': [401, 401, 200, { sections: [{ sectionNumber: 98, title: 'a', content: 'b' }] }],
  'sections.create': [401, 401, 201, { sectionNumber: 99, title: 'a', content: 'b' }],
  'sections.update': [401, 401, 404, { title: 'preso' }],
  'sections.delete': [401, 401, 404],
  'sections.versions': [401, 401, 404],
  'sections.version': [401, 401, 404],
  'sections.takeBack': [401, 401, 404],
  'bin.list': [401, 401, 200],
  'bin.restore': [401, 401, 404],
  'bin.remove': [401, 401, 404],
  'bin.empty': [401, 401, 204],
  'memoryCards.list': [401, 401, 404],
  'memoryCards.counts': [401, 401, 200],
  'memoryCards.create': [401, 401, 201, { sectionId: null, kind: 'fact', about: [], asks: [], says: 'Io.' }],
  'memoryCards.update': [401, 401, 404, { says: 'preso' }],
  'memoryCards.delete': [401, 401, 404],
  'memoryCards.order': [401, 401, 404, { ids: [] }],
  'memoryCards.import': [401, 401, 404, { yaml: 'section: 1' }],
  'memoryCards.questions': [401, 401, 404],
  'memoryCards.export': [401, 401, 404],
  'memoryCards.writing': [401, 401, 200],
  'memoryCards.cost': [401, 401, 200],
  'memoryCards.write': [401, 401, 404],
  'memoryCards.writeAll': [401, 401, 422],
  'memoryCards.stopWriting': [401, 401, 200],
  'memoryCards.retryWriting': [401, 401, 200],
  'summaries.progress': [401, 401, 200],
  'summaries.cancel': [401, 401, 200],
  'summaries.retry': [401, 401, 200, {}],
  'summaries.regenerate': [401, 401, 400, {}],
  'rehearsal.ask': [401, 401, 200, { level: 1, question: 'Ciao' }],
  'spoilerCheck.progress': [401, 401, 200],
  'spoilerCheck.start': [401, 401, 200],
  'spoilerCheck.cancel': [401, 401, 200],
  'health.model': [401, 401, 200],
  'health.publishedCodes': [401, 401, 200],
  'health.refusals': [401, 401, 200],
  'siteSettings.get': [401, 401, 200],
  'siteSettings.save': [401, 401, 200, { timeZone: 'Europe/Rome' }],
  'siteSettings.tryBucket': [401, 401, 502, deadBucket],
  'siteSettings.saveBucket': [401, 401, 502, deadBucket],
  'modelSettings.get': [401, 401, 200],
  'modelSettings.save': [401, 401, 200, { limits: { dayTokens: 1000 } }],
  'modelSettings.models': [401, 401, 502, { address: 'http://127.0.0.1:9/v1' }],
  'modelSettings.try': [401, 401, 502, { address: 'http://127.0.0.1:9/v1' }],
  'unlockCodes.list': [401, 401, 200],
  'unlockCodes.create': [401, 401, 201, { code: 'abcd-9999', maxSection: 1 }],
  'unlockCodes.update': [401, 401, 404, { maxSection: 12 }],
  'unlockCodes.delete': [401, 401, 404],
  'unlockCodes.createMany': [401, 401, 201, { count: 2, maxSection: 1 }],
  'unlockCodes.import': [401, 401, 200, { codes: [{ code: 'abcd-9998', maxSection: 1 }] }],
  'unlockCodes.deleteMany': [401, 401, 200, { ids: ['nessuno'] }],
  'musicCodes.list': [401, 401, 200],
  'musicCodes.create': [
    401,
    401,
    201,
    { code: 'AURORA', trackTitle: 't', spotifyUrl: '3nQx7LmT0aVb9cRk2WsYdZ' },
  ],
  'musicCodes.update': [401, 401, 404, { trackTitle: 'preso' }],
  'musicCodes.delete': [401, 401, 404],
  'musicCodes.createMany': [
    401,
    401,
    201,
    { count: 2, trackTitle: 't', spotifyUrl: '3nQx7LmT0aVb9cRk2WsYdZ' },
  ],
  'musicCodes.import': [
    401,
    401,
    200,
    { codes: [{ code: 'BUFERA', trackTitle: 't', spotifyUrl: '3nQx7LmT0aVb9cRk2WsYdZ' }] },
  ],
  'musicCodes.deleteMany': [401, 401, 200, { ids: ['nessuno'] }],
  'gallery.create': [401, 401, 201, { title: 'a', imageUrl: '/uploads/a.webp' }],
  'gallery.listAll': [401, 401, 200],
  'gallery.order': [401, 401, 422, { ids: [] }],
  'gallery.update': [401, 401, 404, { title: 'preso' }],
  'gallery.delete': [401, 401, 404],
  'reference.openApi': [401, 401, 200],
  'uploads.create': [401, 401, 415],
  'uploads.overview': [401, 401, 200],
  'uploads.hold': [401, 401, 204, { names: [], held: true }],
  'uploads.delete': [401, 401, 200, { names: ['images/a.webp'] }],
  'book.published': [200, 200, 200],
  'book.excerptText': [404, 404, 404],
  'book.get': [401, 401, 200],
  'book.save': [401, 401, 200, { draft: bookContent.parse(builtInBook) }],
  'book.publish': [401, 401, 200],
  'book.takeBack': [401, 401, 404],
  'book.preview': [401, 401, 503, { draft: bookContent.parse(builtInBook), page: '/' }],
  'book.suspend': [401, 401, 200, { isSuspended: false }],
  'book.addRecording': [401, 401, 415],
  'book.addVideo': [401, 401, 415],
  'bookPackage.export': [401, 401, 200],
  'bookPackage.check': [401, 401, 422],
  'bookPackage.confirm': [401, 401, 404],
  'bookPackage.discard': [401, 401, 404],
  'media.list': [401, 401, 200],
  'media.replace': [401, 401, 404],
  'media.reset': [401, 401, 404],
  'backup.status': [401, 401, 200],
  'restore.check': [401, 401, 422],
  'restore.addFiles': [401, 401, 404],
  'restore.entries': [401, 401, 404],
  'restore.entry': [401, 401, 400],
  'restore.takeEntry': [401, 401, 400],
  'restore.book': [401, 401, 404],
  'restore.takeBook': [401, 401, 404, { draft: bookContent.parse(builtInBook) }],
  'restore.confirm': [401, 401, 404],
  'restore.discard': [401, 401, 404],
  'backup.mirror': [401, 401, 200],
  'backup.database': [401, 401, 200],
  'backup.files': [401, 401, 200],
};

/** Signing out comes last: the author signs in once for all the others. */
const last: ProcedureName[] = ['auth.endSessions', 'auth.logout'];
const names = (Object.keys(expected) as ProcedureName[]).sort(
  (one, other) => last.indexOf(one) - last.indexOf(other),
);
/** Where anyone may try to come in, and is refused as who may not. */
const entrances = new Set<ProcedureName>(['auth.login', 'auth.loginWithCode', 'passkeys.signIn']);
const routes: Record<ProcedureName, RestRoute> = restTable;
const people = ['visitor', 'reader', 'author'] as const;
type Who = (typeof people)[number];

function file(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['testo'], { type: 'image/png' }), 'falso.png');
  return form;
}

/** The fields of the input that stand in the path, and what is sent for them. */
const pathInput = (name: ProcedureName) =>
  Object.fromEntries([...routes[name].path.matchAll(/:(\w+)/g)].map(([, field]) => [field, 'sconosciuto']));

/** Calls a procedure over one road as one of the three, and gives the status. */
type Road = (site: TestSite, who: Who, name: ProcedureName) => Promise<number>;

const authors = new WeakMap<TestSite, Promise<Person>>();

function person(site: TestSite, who: Who): Person | Promise<Person> {
  if (who === 'visitor') return site.visitor();
  if (who === 'reader') return site.reader('qr4n-7mdx');
  const author = authors.get(site) ?? site.administrator();
  authors.set(site, author);
  return author;
}

const overApi: Road = async (site, who, name) => {
  const { method, path, kind } = routes[name];
  const headers: Record<string, string> = kind === 'stream' ? { accept: 'text/event-stream' } : {};
  const sent = kind === 'multipart' ? file() : expected[name][3];
  const from = await person(site, who);
  const response = await from.request(method, `/api${path.replace(/:\w+/g, 'sconosciuto')}`, sent, headers);
  const text = await response.text();
  const { output } = calls[name];
  // What the API's description says of the answer is what went out.
  if (output && response.ok) expect(output.parse(JSON.parse(text)), name).toEqual(JSON.parse(text));
  return response.status;
};

const overTrpc: Road = async (site, who, name) => {
  const input = JSON.stringify({ ...expected[name][3], ...pathInput(name) });
  const from = await person(site, who);
  const isQuery = routes[name].method === 'GET';
  const response = isQuery
    ? await from.request('GET', `/trpc/${name}?input=${encodeURIComponent(input)}`)
    : await from.request('POST', `/trpc/${name}`, input);
  await response.text();
  return response.status;
};

const overCaller: Road = async (site, who, name) => {
  if (who === 'reader') await site.reader('qr4n-7mdx');
  const reader = who === 'reader' ? [...site.store.users.values()].at(-1)?.id : undefined;
  const isAdmin = who === 'author';
  const caller: Caller = {
    ...nobody,
    readerId: reader,
    deviceSession:
      reader === undefined ? undefined : { readerId: reader, deviceId: 'first', previous: undefined },
    isAdmin,
    recentEntrance: isAdmin ? 'password' : undefined,
  };
  const procedures = site.callAs(caller) as unknown as Record<
    string,
    Record<string, (input: object) => Promise<unknown>>
  >;
  const [feature = '', action = ''] = name.split('.');
  try {
    const input: object = { ...expected[name][3], ...pathInput(name) };
    const result = await procedures[feature]?.[action]?.(input);
    if (isAsyncIterable(result)) for await (const { type } of result) expect(type).not.toBe('error');
    return routes[name].status ?? 200;
  } catch (error) {
    return getHTTPStatusCodeFromError(error as TRPCError);
  }
};

/** Over `/trpc` every success is 200; files do not pass there, and what comes bit by bit is asked for otherwise. */
function overTrpcExpected(name: ProcedureName, status: number): number {
  if (status === 401) return status;
  if (routes[name].kind !== undefined) return 415;
  return status < 300 ? 200 : status;
}

/** A caller cannot send a file that is none. */
function overCallerExpected(name: ProcedureName, status: number): number {
  return routes[name].kind === 'multipart' && status !== 401 ? 400 : status;
}

const roads: [string, Road, (name: ProcedureName, status: number) => number][] = [
  ['/api', overApi, (_name, status) => status],
  ['/trpc', overTrpc, overTrpcExpected],
  ['a caller', overCaller, overCallerExpected],
];

/** What only the author may change. */
/** What the author wrote; that a code was used is no change of it. */
const contentOf = ({ store }: TestSite) =>
  JSON.stringify([
    ...[store.sections, store.musicCodes, store.galleryImages].map((all) => [...all.values()]),
    [...store.unlockCodes.values()].map((code) => ({ ...code, usedCount: 0, lastUsedAt: '' })),
  ]);

describe('who may call what', () => {
  let site: TestSite;

  beforeEach(async () => {
    site = await openTestSite();
  });
  afterEach(() => site.close());

  const walks = roads.flatMap(([title, road, expectedOf]) =>
    people.map((who, index) => ({ title, who, road, expectedOf, index })),
  );

  test.each(walks)(
    'over $title, for the $who',
    { timeout: 60_000 },
    async ({ who, road, expectedOf, index }) => {
      const before = contentOf(site);
      const answered: Record<string, number> = {};
      for (const name of names) answered[name] = await road(site, who, name);
      expect(answered).toEqual(
        Object.fromEntries(names.map((name) => [name, expectedOf(name, expected[name][index] as number)])),
      );
      if (who !== 'author') expect(contentOf(site)).toBe(before);
    },
  );

  test('the table says who may call as the procedures do', () => {
    for (const name of names)
      expect(routes[name].access, name).toBe(
        !entrances.has(name) && expected[name][0] === 401 ? 'author' : 'anyone',
      );
  });

  test('a row for every call of the specification', () => {
    const calls = new Set(Object.values(routes).map(({ method, path }) => `${method} /api${path}`));
    for (const specified of [
      'POST /api/music-codes/validate',
      'GET /api/gallery-images',
      'GET /api/user/progress',
      'GET /api/chat/history',
      'POST /api/chat',
      'POST /api/redeem-code',
      ...['sections', 'unlock-codes', 'music-codes', 'gallery-images'].flatMap((entity) => [
        `GET /api/${entity}`,
        `POST /api/${entity}`,
        `PATCH /api/${entity}/:id`,
        `DELETE /api/${entity}/:id`,
      ]),
      'GET /api/admin/backup/database',
      'GET /api/admin/backup/files',
    ]) {
      expect(calls).toContain(specified);
    }
  });

  test('a signed-out session ends for every copy of its cookie', async () => {
    const administrator = await site.administrator();
    const copy = site.visitor();
    for (const [name, value] of administrator.cookies) copy.cookies.set(name, value);
    expect((await copy.request('GET', '/api/sections')).status).toBe(200);
    expect((await administrator.request('POST', '/api/admin/logout')).status).toBe(204);
    expect((await copy.request('GET', '/api/sections')).status).toBe(401);
  });

  test('a cookie of another kind, forged or altered opens nothing', async () => {
    const reader = await site.reader('qr4n-7mdx');
    const [sealed = ''] = reader.cookies.values();
    const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    for (const value of [sealed, changed, 'x', 'a'.repeat(4000), '1.9999999999999']) {
      const forger = site.visitor();
      forger.cookies.set('admin', value);
      expect((await forger.request('GET', '/api/sections')).status).toBe(401);
    }
    const stranger = site.visitor();
    stranger.cookies.set('reader', changed);
    const progress = await stranger.request('GET', '/api/user/progress');
    expect(await progress.json()).toEqual({ maxSection: 0, email: null });
  });
});
