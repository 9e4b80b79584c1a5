import { afterAll, describe, expect, test } from 'vitest';
import { openTestSite, type TestSite } from '../support/test-site.ts';

const opened = new Map<string, Promise<TestSite>>();
afterAll(async () => {
  for (const site of await Promise.all(opened.values())) await site.close();
});

/** One site for all tests with the same environment: each makes its own people. */
function siteWith(env: Record<string, string> = {}): Promise<TestSite> {
  const key = JSON.stringify(env);
  const site = opened.get(key) ?? openTestSite({ env });
  opened.set(key, site);
  return site;
}

describe('where a write may come from', () => {
  test.each([
    ['https://ferro.test', undefined, 200],
    ['http://ferro.test', undefined, 403],
    ['ftp://ferro.test', undefined, 403],
    ['https://ferro.test:444', undefined, 403],
    ['https://www.ferro.test', 'same-site', 403],
    [undefined, 'same-site', 403],
    [undefined, 'cross-site', 403],
    [undefined, 'same-origin', 200],
    [undefined, 'none', 200],
    [undefined, undefined, 200],
  ])('from %s (%s) to an https site → %i', async (origin, fetchSite, status) => {
    const site = await siteWith({ PUBLIC_URL: 'https://ferro.test' });
    const headers = {
      ...(origin !== undefined && { origin }),
      ...(fetchSite !== undefined && { 'sec-fetch-site': fetchSite }),
    };
    const answer = await site.visitor().request('POST', '/api/redeem-code', { code: 'qr4n-7mdx' }, headers);
    expect(answer.status).toBe(status);
  });

  test('without an address of its own the site is called by any name, over http or https', async () => {
    const site = await siteWith();
    const from = async (origin: string) =>
      (await site.visitor().request('POST', '/api/redeem-code', { code: 'qr4n-7mdx' }, { origin })).status;
    expect(await from('http://ferro.test')).toBe(200);
    expect(await from('https://ferro.test')).toBe(200);
    expect(await from('ftp://ferro.test')).toBe(403);
  });
});

describe('what a message may hold', () => {
  test.each(['a\u0000b', 'a\u001bb', '\u0007', 'a\u0085b', 'a\u007f'])('not %j', async (message) => {
    const site = await siteWith();
    const answer = await site.visitor().request('POST', '/api/chat', { message });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toMatch(/caratteri|obbligatorio/);
    expect(site.store.chatMessages.size).toBe(0);
  });

  test('new lines and tabs', async () => {
    const site = await siteWith();
    const answer = await site
      .visitor()
      .request('POST', '/api/chat', { message: 'Ciao,\r\n\tNilak\ncome va?' });
    expect(answer.status).toBe(200);
  });
});

test('a field of a wrong type is refused in Italian, whoever wrote its contract', async () => {
  const site = await siteWith();
  const author = await site.administrator();
  for (const [path, body] of [
    ['/api/unlock-codes', { code: 'abcd-2345', maxSection: 1, label: 5 }],
    [
      '/api/music-codes',
      { code: 'AURORA', trackTitle: 't', spotifyUrl: '3nQx7LmT0aVb9cRk2WsYdZ', artist: [] },
    ],
    ['/api/gallery-images', { title: 'a', imageUrl: '/uploads/a.webp', description: {} }],
    ['/api/admin/uploads/delete', { names: 'a' }],
  ] as const) {
    const answer = await author.request('POST', path, body);
    const text = await answer.text();
    expect(text, path).not.toMatch(
      /expected|received|invalid input|too (?:small|big)|string|object|undefined/i,
    );
    expect(text, path).toMatch(/Input non valido: serve un (?:testo|elenco)\./);
  }
});

describe('answers', () => {
  test('to HEAD have the head of the answer to GET', async () => {
    const site = await siteWith();
    const author = await site.administrator();
    for (const path of ['/api/gallery-images', '/api/health', '/api/sections', '/api/chat/transcript']) {
      const [get, head] = [await author.request('GET', path), await author.request('HEAD', path)];
      expect(head.status, path).toBe(get.status);
      expect(await head.text()).toBe('');
      for (const name of ['content-type', 'etag', 'cache-control', 'content-disposition'])
        expect(head.headers.get(name), `${path} ${name}`).toBe(get.headers.get(name));
    }
    expect((await site.visitor().request('HEAD', '/api/sections')).status).toBe(401);
    expect((await site.visitor().request('HEAD', '/api/redeem-code')).status).toBe(405);
    expect((await site.visitor().request('HEAD', '/api/chat/pending')).status).toBe(405);
  });

  test('to what was made say where it is', async () => {
    const site = await siteWith();
    const author = await site.administrator();
    const made = await author.request('POST', '/api/unlock-codes', { code: 'abcd-2345', maxSection: 1 });
    const { id } = (await made.json()) as { id: string };
    expect(made.headers.get('location')).toBe(`/api/unlock-codes/${id}`);
    expect((await author.request('DELETE', made.headers.get('location') ?? '')).status).toBe(204);
  });

  test('are for this site alone, and signing out does not wait for a browser to clear its cache', async () => {
    const site = await siteWith();
    const author = await site.administrator();
    const out = await author.request('POST', '/api/admin/logout');
    expect(out.headers.get('clear-site-data')).toBe(null);
    for (const path of ['/', '/api/health', '/trpc/health.get'])
      expect((await author.request('GET', path)).headers.get('cross-origin-resource-policy')).toBe(
        'same-origin',
      );
  });
});
