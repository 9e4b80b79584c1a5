import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restTable, type ProcedureName, type RestRoute } from '#shared/rest.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

/** What a visitor gets from each row of the table; the administrator must never get 401. */
const expected: Record<ProcedureName, { visitor: number; body?: unknown }> = {
  'health.get': { visitor: 200 },
  'musicCodes.validate': { visitor: 200, body: { code: 'lunanuova' } },
  'gallery.list': { visitor: 200 },
  'readers.progress': { visitor: 200 },
  'readers.chooseLevel': { visitor: 200, body: { maxSection: 0 } },
  'readers.redeem': { visitor: 200, body: { code: 'HB6T2WVK' } },
  'chat.history': { visitor: 200 },
  'chat.forget': { visitor: 204 },
  'chat.transcript': { visitor: 200 },
  'chat.recap': { visitor: 200 },
  'chat.suggestions': { visitor: 200 },
  'chat.pending': { visitor: 200 },
  'chat.stop': { visitor: 204 },
  'chat.retry': { visitor: 422 },
  'chat.notice': { visitor: 200 },
  'chat.send': { visitor: 200, body: { message: 'Ciao' } },
  'chat.stream': { visitor: 200, body: { message: 'Ciao' } },
  'auth.login': { visitor: 401, body: { password: 'sbagliata' } },
  'auth.logout': { visitor: 204 },
  'auth.session': { visitor: 200 },
  'sections.list': { visitor: 401 },
  'sections.create': { visitor: 401, body: { sectionNumber: 99, title: 'a', content: 'b' } },
  'sections.update': { visitor: 401, body: { title: 'preso' } },
  'sections.delete': { visitor: 401 },
  'memoryCards.list': { visitor: 401 },
  'memoryCards.create': {
    visitor: 401,
    body: { sectionId: null, kind: 'fact', about: [], asks: ['Chi sei?'], says: 'Sono io.' },
  },
  'memoryCards.update': { visitor: 401, body: { says: 'preso' } },
  'memoryCards.delete': { visitor: 401 },
  'memoryCards.order': { visitor: 401, body: { ids: [] } },
  'memoryCards.import': { visitor: 401, body: { yaml: 'section: 1' } },
  'memoryCards.questions': { visitor: 401 },
  'memoryCards.export': { visitor: 401 },
  'memoryCards.writing': { visitor: 401 },
  'memoryCards.cost': { visitor: 401 },
  'memoryCards.write': { visitor: 401 },
  'memoryCards.writeAll': { visitor: 401 },
  'memoryCards.stopWriting': { visitor: 401 },
  'memoryCards.retryWriting': { visitor: 401 },
  'summaries.progress': { visitor: 401 },
  'summaries.cancel': { visitor: 401 },
  'summaries.retry': { visitor: 401, body: {} },
  'summaries.regenerate': { visitor: 401, body: {} },
  'rehearsal.ask': { visitor: 401, body: { level: 1, question: 'Ciao' } },
  'spoilerCheck.progress': { visitor: 401 },
  'spoilerCheck.start': { visitor: 401 },
  'spoilerCheck.cancel': { visitor: 401 },
  'health.model': { visitor: 401 },
  'unlockCodes.list': { visitor: 401 },
  'unlockCodes.create': { visitor: 401, body: { code: 'abcd-9999', maxSection: 1 } },
  'unlockCodes.update': { visitor: 401, body: { maxSection: 12 } },
  'unlockCodes.delete': { visitor: 401 },
  'musicCodes.list': { visitor: 401 },
  'musicCodes.create': {
    visitor: 401,
    body: { code: 'AURORA', trackTitle: 't', spotifyUrl: '3nQx7LmT0aVb9cRk2WsYdZ' },
  },
  'musicCodes.update': { visitor: 401, body: { trackTitle: 'preso' } },
  'musicCodes.delete': { visitor: 401 },
  'gallery.create': { visitor: 401, body: { title: 'a', imageUrl: '/uploads/a.webp' } },
  'gallery.update': { visitor: 401, body: { title: 'preso' } },
  'gallery.delete': { visitor: 401 },
  'reference.openApi': { visitor: 401 },
  'uploads.create': { visitor: 401 },
  'uploads.overview': { visitor: 401 },
  'uploads.delete': { visitor: 401, body: { names: ['images/a.webp'] } },
  'media.list': { visitor: 401 },
  'media.replace': { visitor: 401 },
  'media.reset': { visitor: 401 },
  'backup.status': { visitor: 401 },
  'restore.check': { visitor: 401 },
  'restore.addFiles': { visitor: 401 },
  'restore.confirm': { visitor: 401 },
  'restore.discard': { visitor: 401 },
  'restore.undo': { visitor: 401 },
  'backup.mirror': { visitor: 401 },
  'backup.database': { visitor: 401 },
  'backup.files': { visitor: 401 },
};

const rows = Object.entries(expected) as [ProcedureName, (typeof expected)[ProcedureName]][];
const routes: Record<ProcedureName, RestRoute> = restTable;

function file(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['testo'], { type: 'image/png' }), 'falso.png');
  return form;
}

describe('who may call what', () => {
  let site: TestSite;
  let author: Person;

  beforeAll(async () => {
    site = await openTestSite();
    author = await site.administrator();
  });
  afterAll(() => site.close());

  function call(person: Person, name: ProcedureName, body: unknown): Promise<Response> {
    const { method, path, kind } = routes[name];
    const headers: Record<string, string> = kind === 'stream' ? { accept: 'text/event-stream' } : {};
    const sent = kind === 'multipart' ? file() : body;
    return person.request(method, `/api${path.replace(/:\w+/g, 'sconosciuto')}`, sent, headers);
  }

  test.each(rows)('%s, for a visitor', async (name, { visitor, body }) => {
    const before = JSON.stringify([...site.store.sections.values(), ...site.store.unlockCodes.values()]);
    const response = await call(site.visitor(), name, body);
    await response.text();
    expect(response.status).toBe(visitor);
    expect(JSON.stringify([...site.store.sections.values(), ...site.store.unlockCodes.values()])).toBe(
      before,
    );
  });

  test.each(rows)('%s, for a reader', async (name, { visitor, body }) => {
    const response = await call(await site.reader('qr4n-7mdx'), name, body);
    await response.text();
    expect(response.status).toBe(visitor);
  });

  test.each(rows.filter(([name]) => !name.startsWith('auth.')))(
    '%s, for the administrator',
    async (name, { body }) => {
      const response = await call(author, name, body);
      await response.text();
      expect(response.status).not.toBe(401);
      expect(response.status).toBeLessThan(500);
    },
  );

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
