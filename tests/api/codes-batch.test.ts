import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeKey } from '#shared/contracts/codes.ts';
import type { MusicCode } from '#shared/contracts/music-codes.ts';
import type { UnlockCode } from '#shared/contracts/unlock-codes.ts';
import { writeTimeZone } from '#server/storage/records/time-zone.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let author: Person;

beforeAll(async () => {
  site = await openTestSite();
  author = await site.administrator();
});

afterEach(() => vi.useRealTimers());
afterAll(() => site.close());

const post = (path: string, body: object, person = author) => person.request('POST', path, body);
const redeem = (code: string, person = site.visitor()) => post('/api/redeem-code', { code }, person);

/** Makes codes and gives them, as the answer has them. */
async function makeCodes(body: object): Promise<UnlockCode[]> {
  const response = await post('/api/unlock-codes/batch', body);
  expect(response.status).toBe(201);
  return ((await response.json()) as { codes: UnlockCode[] }).codes;
}

const stored = (id: string) => site.store.unlockCodes.get(id);

describe('many codes at once', () => {
  it('makes ten thousand, all different, alike in the rest, and answers with whole entities', async () => {
    const before = site.store.unlockCodes.size;
    const codes = await makeCodes({ count: 10_000, maxSection: '4', label: 'Fiera {n}', uses: 1 });
    expect(new Set(codes.map(({ code }) => codeKey(code))).size).toBe(10_000);
    expect(codes[0]).toEqual({
      id: expect.any(String),
      code: expect.stringMatching(/^[a-z2-9]{4}-[a-z2-9]{4}$/),
      maxSection: 4,
      label: 'Fiera 00001',
      uses: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(codes.at(-1)?.label).toBe('Fiera 10000');
    expect(site.store.unlockCodes.size).toBe(before + 10_000);
    expect(stored(codes[5_000]?.id ?? '')).toEqual(codes[5_000]);
  });

  it.each([
    [{ count: 0, maxSection: 1 }, 'count', 'da 1 a 10.000'],
    [{ count: 10_001, maxSection: 1 }, 'count', 'da 1 a 10.000'],
    [{ count: 1 }, 'maxSection', 'La sezione massima è obbligatoria.'],
    [{ count: 1, maxSection: 1, uses: 0 }, 'uses', 'da 1 in su'],
    [{ count: 1, maxSection: 1, expiresAt: 'domani' }, 'expiresAt', 'La scadenza deve essere una data.'],
  ])('refuses %j and makes none', async (body, path, sentence) => {
    const before = site.store.unlockCodes.size;
    const response = await post('/api/unlock-codes/batch', body);
    expect(response.status).toBe(400);
    const { issues } = (await response.json()) as { issues: { path: string; message: string }[] };
    expect(issues).toEqual([{ path, message: expect.stringContaining(sentence) }]);
    expect(site.store.unlockCodes.size).toBe(before);
  });

  it('makes words for one track, too', async () => {
    const track = { trackTitle: 'Relè', spotifyUrl: '3nQx7LmT0aVb9cRk2WsYdZ' };
    const response = await post('/api/music-codes/batch', { count: 3, ...track });
    const { codes } = (await response.json()) as { codes: MusicCode[] };
    expect(codes).toHaveLength(3);
    for (const { code } of codes) {
      const opened = await post('/api/music-codes/validate', { code }, site.visitor());
      expect(await opened.json()).toEqual(track);
    }
  });
});

describe('a code for some readers', () => {
  it('opens for as many of 64 racers as it says, and answers the others as a wrong one', async () => {
    const [code] = await makeCodes({ count: 1, maxSection: 2, uses: 10 });
    const { code: text = '', id = '' } = code ?? {};
    const answers = await Promise.all(Array.from({ length: 64 }, () => redeem(text)));
    const opened = answers.filter(({ status }) => status === 200);
    expect(opened).toHaveLength(10);
    const wrong = await redeem('zzzz-zzzz');
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.status).toBe(wrong.status);
    expect(await refused?.json()).toEqual(await wrong.json());
    expect(stored(id)).toMatchObject({ usedCount: 10, lastUsedAt: expect.any(String) });
  });

  it('costs who redeems it again nothing, however often and at once', async () => {
    const [code] = await makeCodes({ count: 1, maxSection: 2, uses: 2 });
    const { code: text = '', id = '', updatedAt } = code ?? {};
    const reader = site.visitor();
    await redeem(text, reader);
    const again = await Promise.all(Array.from({ length: 8 }, () => redeem(text, reader)));
    expect(again.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(stored(id)).toMatchObject({ usedCount: 1, updatedAt });
    expect((await redeem(text)).status).toBe(200);
    expect((await redeem(text)).status).toBe(400);
    expect((await redeem(text, reader)).status).toBe(200);
  });

  it('is open again once the author allows more readers, and for anybody without a number', async () => {
    const [code] = await makeCodes({ count: 1, maxSection: 2, uses: 1 });
    const { code: text = '', id = '' } = code ?? {};
    await redeem(text);
    expect((await redeem(text)).status).toBe(400);
    await author.request('PATCH', `/api/unlock-codes/${id}`, { uses: null });
    expect((await redeem(text)).status).toBe(200);
    expect(stored(id)).toMatchObject({ usedCount: 2 });
    expect(stored(id)?.uses).toBeUndefined();
  });
});

describe('a code until a day', () => {
  it('answers like a wrong one from then on, but not to who had it', async () => {
    const expiresAt = '2100-01-01T00:00:00.000Z';
    const [code] = await makeCodes({ count: 1, maxSection: 2, expiresAt });
    const music = { code: 'BUFERA', trackTitle: 'Relè', spotifyUrl: '3nQx7LmT0aVb9cRk2WsYdZ', expiresAt };
    await post('/api/music-codes', music);
    const reader = site.visitor();
    await redeem(code?.code ?? '', reader);
    vi.useFakeTimers({ now: new Date('2099-12-31T23:59:59.999Z'), toFake: ['Date'] });
    expect((await redeem(code?.code ?? '')).status).toBe(200);
    expect((await post('/api/music-codes/validate', { code: 'bufera' }, site.visitor())).status).toBe(200);
    vi.setSystemTime(new Date(expiresAt));
    expect((await redeem(code?.code ?? '')).status).toBe(400);
    expect((await post('/api/music-codes/validate', { code: 'bufera' }, site.visitor())).status).toBe(400);
    expect((await redeem(code?.code ?? '', reader)).status).toBe(200);
  });
});

describe('a code until a day', () => {
  it.each([
    ['Europe/Rome', '2099-12-31T22:59:59.000Z', '2099-12-31T23:00:00.000Z'],
    ['America/New_York', '2100-01-01T04:59:59.000Z', '2100-01-01T05:00:00.000Z'],
  ])('is good to the end of that day in %s', async (timeZone, last, over) => {
    await writeTimeZone(site.store, timeZone);
    const expiresAt = '2099-12-31';
    const [code] = await makeCodes({ count: 1, maxSection: 2, expiresAt });
    const music = { code: 'BUFERA-1', trackTitle: 'Relè', spotifyUrl: '3nQx7LmT0aVb9cRk2WsYdZ', expiresAt };
    await post('/api/music-codes', music);
    const word = async () =>
      (await post('/api/music-codes/validate', { code: 'bufera-1' }, site.visitor())).status;
    vi.useFakeTimers({ now: new Date(last), toFake: ['Date'] });
    expect([(await redeem(code?.code ?? '')).status, await word()]).toEqual([200, 200]);
    vi.setSystemTime(new Date(over));
    expect([(await redeem(code?.code ?? '')).status, await word()]).toEqual([400, 400]);
  });
});

describe('a list of codes', () => {
  const importCodes = (codes: object[]) => post('/api/unlock-codes/import', { codes });

  it('adds what is new, changes what is there and keeps how often it was used', async () => {
    const [code] = await makeCodes({ count: 1, maxSection: 2, label: 'Fiera' });
    const { code: text = '', id = '' } = code ?? {};
    await redeem(text);
    const row = { code: text.toUpperCase(), maxSection: 3, label: 'Fiera di Torino' };
    const list = [row, { code: 'nuovo-2345', maxSection: 1 }];
    expect(await (await importCodes(list)).json()).toEqual({ created: 1, updated: 1, unchanged: 0 });
    expect(stored(id)).toMatchObject({ ...row, usedCount: 1 });
    const { position } = site.store;
    expect(await (await importCodes(list)).json()).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(site.store.position).toEqual(position);
  });

  it('with a code twice changes nothing and says where', async () => {
    const before = [...site.store.unlockCodes.values()];
    const response = await importCodes([
      { code: 'gelo-2345', maxSection: 1 },
      { code: 'neve-2345', maxSection: 1 },
      { code: 'GELO 2345', maxSection: 2 },
    ]);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('righe 1 e 3') });
    expect([...site.store.unlockCodes.values()]).toEqual(before);
  });

  it('with a bad row changes nothing and names it', async () => {
    const response = await importCodes([
      { code: 'gelo-2345', maxSection: 1 },
      { code: 'no', maxSection: 'tre' },
    ]);
    expect(response.status).toBe(400);
    const { issues } = (await response.json()) as { issues: { path: string }[] };
    expect(issues.map(({ path }) => path)).toEqual(['codes.1.code', 'codes.1.maxSection']);
    expect(site.store.unlockCodes.byCode('gelo-2345')).toBeUndefined();
  });
});

it('deletes many at once and counts those that were there', async () => {
  const codes = await makeCodes({ count: 300, maxSection: 1 });
  const ids = codes.map(({ id }) => id);
  const response = await post('/api/unlock-codes/delete', { ids: [...ids, ids[0], 'mai-stato'] });
  expect(await response.json()).toEqual({ deleted: 300 });
  expect(ids.map((id) => stored(id))).toEqual(Array(300).fill(undefined));
  const music = [...site.store.musicCodes.values()];
  const removed = await post('/api/music-codes/delete', { ids: music.map(({ id }) => id) });
  expect(await removed.json()).toEqual({ deleted: music.length });
});
