import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chatLimits } from '#shared/contracts/chat-limits.ts';
import { errors, type ErrorBody } from '#shared/errors.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

interface Refusal {
  title: string;
  method?: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** 400 where nothing is said. */
  status?: number;
  message?: RegExp;
}

const section = { sectionNumber: 50, title: 'Titolo', content: 'Contenuto' };
const music = { code: 'AURORA', trackTitle: 'Titolo', spotifyUrl: '3nQx7LmT0aVb9cRk2WsYdZ' };
const image = { title: 'Titolo', imageUrl: '/uploads/a.webp' };

const refusals: Refusal[] = [
  {
    title: 'section without a title',
    path: '/sections',
    body: { ...section, title: '  ' },
    message: /titolo è obbligatorio/,
  },
  {
    title: 'section without content',
    path: '/sections',
    body: { sectionNumber: 50, title: 'a' },
    message: /contenuto/,
  },
  {
    title: 'section number 0',
    path: '/sections',
    body: { ...section, sectionNumber: 0 },
    message: /intero da 1/,
  },
  { title: 'section number −1', path: '/sections', body: { ...section, sectionNumber: -1 } },
  { title: 'section number 1.5', path: '/sections', body: { ...section, sectionNumber: '1.5' } },
  { title: 'section number in words', path: '/sections', body: { ...section, sectionNumber: 'tre' } },
  { title: 'section number empty', path: '/sections', body: { ...section, sectionNumber: '' } },
  { title: 'section number 1e3', path: '/sections', body: { ...section, sectionNumber: '1e3' } },
  { title: 'section number NaN', path: '/sections', body: { ...section, sectionNumber: null } },
  { title: 'section number an array', path: '/sections', body: { ...section, sectionNumber: [3] } },
  {
    title: 'section number taken',
    path: '/sections',
    body: { ...section, sectionNumber: '3' },
    status: 409,
    message: /numero 3/,
  },
  {
    title: 'title of 201 characters',
    path: '/sections',
    body: { ...section, title: 'a'.repeat(201) },
    message: /200/,
  },
  {
    title: 'content of 200,001 characters',
    path: '/sections',
    body: { ...section, content: 'a'.repeat(200_001) },
  },
  {
    title: 'body past the limit',
    path: '/sections',
    body: { ...section, content: 'a'.repeat(5_000_000) },
    status: 413,
  },
  { title: 'unknown section', method: 'PATCH', path: '/sections/nessuna', body: { title: 'a' }, status: 404 },
  { title: 'unknown section deleted', method: 'DELETE', path: '/sections/nessuna', status: 404 },
  {
    title: 'prototype key as id',
    method: 'PATCH',
    path: '/sections/__proto__',
    body: { title: 'a' },
    status: 404,
  },
  { title: 'path trick as id', method: 'DELETE', path: '/sections/..%2F..%2Fetc', status: 404 },
  { title: 'malformed escape in the path', method: 'DELETE', path: '/sections/%ZZ' },
  {
    title: 'code of 3 letters',
    path: '/unlock-codes',
    body: { code: 'a-b-c', maxSection: 1 },
    message: /da 4 a 64/,
  },
  { title: 'code of 65 letters', path: '/unlock-codes', body: { code: 'a'.repeat(65), maxSection: 1 } },
  {
    title: 'code without maxSection',
    path: '/unlock-codes',
    body: { code: 'abcd-2345' },
    message: /sezione massima/i,
  },
  {
    title: 'same code with other dashes',
    path: '/unlock-codes',
    body: { code: ' HB6T–2WVK ', maxSection: 1 },
    status: 409,
  },
  {
    title: 'music code taken in another case',
    path: '/music-codes',
    body: { ...music, code: 'luna-nuova' },
    status: 409,
  },
  {
    title: 'track of another site',
    path: '/music-codes',
    body: { ...music, spotifyUrl: 'https://example.com/track/3nQx7LmT0aVb9cRk2WsYdZ' },
    message: /Spotify/,
  },
  {
    title: 'album instead of a track',
    path: '/music-codes',
    body: { ...music, spotifyUrl: 'https://open.spotify.com/album/3nQx7LmT0aVb9cRk2WsYdZ' },
  },
  { title: 'track id too short', path: '/music-codes', body: { ...music, spotifyUrl: 'abc' } },
  { title: 'script as a track', path: '/music-codes', body: { ...music, spotifyUrl: 'javascript:alert(1)' } },
  {
    title: 'image over http',
    path: '/gallery-images',
    body: { ...image, imageUrl: 'http://example.com/a.png' },
  },
  {
    title: 'script as an image',
    path: '/gallery-images',
    body: { ...image, imageUrl: 'javascript:alert(1)' },
  },
  {
    title: 'data as an image',
    path: '/gallery-images',
    body: { ...image, imageUrl: 'data:image/png;base64,AAAA' },
  },
  {
    title: 'another site as a path',
    path: '/gallery-images',
    body: { ...image, imageUrl: '//example.com/a.png' },
  },
  {
    title: 'backslashes in a path',
    path: '/gallery-images',
    body: { ...image, imageUrl: '/\\example.com/a.png' },
  },
  { title: 'negative order', path: '/gallery-images', body: { ...image, displayOrder: '-1' } },
  { title: 'empty message', path: '/chat', body: { message: '   \n ' }, message: /messaggio/i },
  {
    title: 'message of one character too many',
    path: '/chat',
    body: { message: 'a'.repeat(chatLimits.message + 1) },
    message: new RegExp(chatLimits.message.toLocaleString('it-IT')),
  },
  { title: 'message not a text', path: '/chat', body: { message: { $ne: 1 } } },
  { title: 'no message', path: '/chat', body: {} },
  {
    title: 'wrong code',
    path: '/redeem-code',
    body: { code: 'zzzz-zzzz' },
    message: /^Codice non valido\.$/,
  },
  { title: 'malformed code', path: '/redeem-code', body: { code: '!!' }, message: /^Codice non valido\.$/ },
  {
    title: 'a music code is not an unlock code',
    path: '/redeem-code',
    body: { code: 'LUNANUOVA' },
    message: /^Codice non valido\.$/,
  },
  {
    title: 'wrong music code',
    path: '/music-codes/validate',
    body: { code: 'zzzz' },
    message: /^Codice non valido\.$/,
  },
  {
    title: 'not JSON',
    path: '/chat',
    body: '{"message": ',
    headers: { 'content-type': 'application/json' },
    message: /JSON/,
  },
  {
    title: 'JSON that is a list',
    path: '/chat',
    body: '[]',
    headers: { 'content-type': 'application/json' },
  },
  {
    title: 'a form',
    path: '/chat',
    body: 'message=ciao',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
  },
  {
    title: 'text/plain, as a foreign form can send',
    path: '/chat',
    body: '{"message":"ciao"}',
    headers: { 'content-type': 'text/plain' },
    status: 415,
  },
  {
    title: 'another site',
    path: '/chat',
    body: { message: 'ciao' },
    headers: { origin: 'https://example.com' },
    status: 403,
  },
  {
    title: 'a sandboxed page',
    path: '/chat',
    body: { message: 'ciao' },
    headers: { origin: 'null' },
    status: 403,
  },
  {
    title: 'cross-site by its own word',
    path: '/redeem-code',
    body: { code: 'hb6t-2wvk' },
    headers: { 'sec-fetch-site': 'cross-site' },
    status: 403,
  },
  { title: 'unknown call', method: 'GET', path: '/nessuna', status: 404 },
  { title: 'unknown method', method: 'PUT', path: '/sections', body: section, status: 405 },
  { title: 'method of another call', method: 'GET', path: '/chat', status: 405 },
  { title: 'upload without multipart', path: '/admin/uploads', body: { file: 'x' }, status: 415 },
];

describe('refusals', () => {
  let site: TestSite;
  let administrator: Person;
  const state = () => {
    const { sections, unlockCodes, musicCodes, galleryImages, users, chatMessages } = site.store;
    return JSON.stringify(
      [sections, unlockCodes, musicCodes, galleryImages, users, chatMessages].map((c) => [...c.values()]),
    );
  };

  beforeAll(async () => {
    site = await openTestSite();
    administrator = await site.administrator();
  });
  afterAll(() => site.close());

  test.each(refusals.map((refusal) => ({ status: 400, ...refusal })))(
    '$title → $status',
    async ({ method = 'POST', path, body, headers, status, message }) => {
      const before = state();
      const response = await administrator.request(method, `/api${path}`, body, headers);
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toContain('application/json');
      const refusal = (await response.json()) as ErrorBody;
      expect(errors[refusal.code].status).toBe(status);
      expect(refusal.message).toMatch(message ?? /\p{L}{3}.*[.!]$/u);
      expect(state()).toBe(before);
    },
  );

  test('every field that is wrong is named', async () => {
    const response = await administrator.request('POST', '/api/sections', {
      sectionNumber: 'x',
      title: '',
      content: '',
    });
    const { issues } = (await response.json()) as ErrorBody;
    expect(issues?.map(({ path }) => path).sort()).toEqual(['content', 'sectionNumber', 'title']);
  });

  test('405 says what is allowed', async () => {
    const response = await administrator.request('PUT', '/api/sections/x', {});
    expect(response.headers.get('allow')).toBe('PATCH, DELETE');
  });

  test('a wrong code, an unknown code and a malformed code get the same bytes', async () => {
    const answers = await Promise.all(
      ['zzzz-zzzz', '!!', '', 'x'.repeat(900), 'LUNANUOVA'].map(async (code) => {
        const response = await site.visitor().request('POST', '/api/redeem-code', { code });
        return `${response.status} ${await response.text()}`;
      }),
    );
    expect(new Set(answers).size).toBe(1);
  });

  test('nothing wrong gives a cookie', async () => {
    const visitor = site.visitor();
    await visitor.request('GET', '/api/user/progress');
    await visitor.request('GET', '/api/chat/history');
    await visitor.request('POST', '/api/redeem-code', { code: 'zzzz-zzzz' });
    await visitor.request('POST', '/api/chat', { message: ' ' });
    expect([...visitor.cookies]).toEqual([]);
  });

  test.each(['/api/user/progress', '/trpc/readers.progress'])(
    'what nobody expected (%s) is answered with nothing of it, and stands whole in the log',
    async (path) => {
      const reader = await site.reader('qr4n-7mdx');
      const failing = vi.spyOn(site.store.users, 'get').mockImplementation(() => {
        throw new Error('guasto mai visto in /var/lib/ferro');
      });
      const response = await reader.request('GET', path);
      failing.mockRestore();
      expect(response.status).toBe(500);
      const text = await response.text();
      expect(text).toContain('Errore interno.');
      expect(text).not.toMatch(/guasto|var|stack|\.ts/);
      const line = site.logged.findLast((each) => each.includes('"request failed"'));
      expect(line).toMatch(/guasto mai visto in \/var\/lib\/ferro.*stack/);
    },
  );

  test('the same refusals through tRPC', async () => {
    const response = await administrator.request('POST', '/trpc/sections.create', {
      ...section,
      sectionNumber: 3,
    });
    expect(response.status).toBe(409);
    const body = (await response.json()) as { error: { message: string; data: { code: string } } };
    expect(body.error.data.code).toBe('DUPLICATE');
    expect(JSON.stringify(body)).not.toContain('stack');
    expect((await site.visitor().request('GET', '/trpc/sections.list')).status).toBe(401);
  });
});

describe('rate limits', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite({ env: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => site.close());

  test.each([
    { path: '/api/admin/login', body: { password: 'sbagliata' }, tries: 8, wrong: 401 },
    { path: '/api/redeem-code', body: { code: 'zzzz-zzzz' }, tries: 20, wrong: 400 },
    { path: '/api/music-codes/validate', body: { code: 'zzzz' }, tries: 30, wrong: 400 },
  ])(
    '$path is refused after $tries wrong tries',
    async ({ path, body, tries, wrong }) => {
      for (let i = 0; i < tries; i += 1) {
        expect((await site.visitor().request('POST', path, body)).status).toBe(wrong);
      }
      const response = await site.visitor().request('POST', path, body);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(((await response.json()) as ErrorBody).message).toMatch(/riprova fra \d+/);
    },
    60_000,
  );
});
