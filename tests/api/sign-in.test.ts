import { cp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { neutralBook } from '#content/neutral-book.ts';
import type { OpenSession } from '#shared/contracts/auth.ts';
import { AppError } from '#shared/errors.ts';
import { createSealer } from '#server/http/seal.ts';
import { dropOlderKey, loadOlderKeys, rotateSessionKey } from '#server/storage/store/session-key.ts';
import { adminPassword } from '../support/admin-password.ts';
import { json } from '../support/answers.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

async function newSite(options: Parameters<typeof openTestSite>[0] = {}): Promise<TestSite> {
  const site = await openTestSite(options);
  onTestFinished(() => site.close());
  return site;
}

let copies = 0;

/** The same site after a restart, in a copy of its folder. @param change what happens while it is stopped */
async function restart(
  site: TestSite,
  env: Record<string, string> = {},
  change: (dataDir: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<TestSite> {
  await site.store.fold();
  const folder = join(site.folder, `copia-${(copies += 1)}`);
  const filter = (path: string) => !path.includes('lock');
  await cp(join(site.folder, 'data'), join(folder, 'data'), { recursive: true, filter });
  await change(join(folder, 'data'));
  return newSite({ folder, env });
}

/** The same person at another site that has its data. */
function movedTo(site: TestSite, { cookies }: Person): Person {
  const person = site.visitor();
  for (const [name, value] of cookies) person.cookies.set(name, value);
  return person;
}

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';
const enter = async (site: TestSite, password = adminPassword, person = site.visitor()) => {
  const headers = { 'user-agent': firefox };
  const { status } = await person.request('POST', '/api/admin/login', { password }, headers);
  return { person, status };
};
const isIn = async (person: Person) => (await person.request('GET', '/api/sections')).status === 200;

interface Listed {
  sessions: OpenSession[];
  idleHours: number;
  asksOldPassword: boolean;
}
const list = async (person: Person) =>
  (await (await person.request('GET', '/api/admin/sessions')).json()) as Listed;
const post = (person: Person, path: string, body?: object) =>
  person.request('POST', `/api/admin${path}`, body);

const goodPassword = 'quattro mele sul binario morto';

describe('sessions', () => {
  test('are listed in words, and one or all are ended; another cookie of it ends with it', async () => {
    const site = await newSite();
    const { person: laptop } = await enter(site);
    const phone = await site.administrator();
    const copy = site.visitor();
    copy.cookies.set('admin', phone.cookies.get('admin') ?? '');

    const { sessions } = await list(laptop);
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent]).sort()).toEqual([
      ['Firefox su Windows', true],
      ['un programma', false],
    ]);
    // 128 random bits.
    for (const { id } of sessions) expect(Buffer.from(id, 'base64url')).toHaveLength(16);
    const signedIn = site.logged.filter((line) => line.includes('"signed in"'));
    expect(signedIn.map((line) => (JSON.parse(line) as { by: string }).by)).toEqual(['password', 'password']);
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    expect((await laptop.request('DELETE', `/api/admin/sessions/${other?.id}`)).status).toBe(204);
    expect((await laptop.request('DELETE', `/api/admin/sessions/${other?.id}`)).status).toBe(404);
    expect([await isIn(laptop), await isIn(phone), await isIn(copy)]).toEqual([true, false, false]);

    const third = await site.administrator();
    expect((await post(laptop, '/sessions/end')).status).toBe(204);
    expect([await isIn(laptop), await isIn(third)]).toEqual([false, false]);
  });

  test('signing out ends this one, and signing in again takes its place', async () => {
    const site = await newSite();
    const one = await site.administrator();
    const two = await site.administrator();
    await enter(site, adminPassword, two);
    expect((await list(one)).sessions).toHaveLength(2);
    expect((await post(one, '/logout')).status).toBe(204);
    expect([await isIn(one), await isIn(two)]).toEqual([false, true]);
  });

  test('survive a restart, and so does their end; nothing of an address is written down', async () => {
    const site = await newSite();
    const kept = await site.administrator();
    const ended = await site.administrator();
    const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': firefox };
    const person = site.visitor();
    await person.request('POST', '/api/admin/login', { password: adminPassword }, headers);
    await post(ended, '/logout');
    await site.store.fold();
    expect(await readFile(join(site.folder, 'data/db.json'), 'utf8')).not.toMatch(/203\.0\.113|Gecko|127\.0/);

    const again = await restart(site);
    expect(await isIn(movedTo(again, kept))).toBe(true);
    expect(await isIn(movedTo(again, ended))).toBe(false);
    expect((await list(movedTo(again, kept))).sessions).toHaveLength(2);
  });

  test('one that is not used for so long ends, and a used one does not', async () => {
    const site = await newSite();
    const author = await site.administrator();
    const idle = await site.administrator();
    expect((await list(author)).idleHours).toBe(12);
    const hour = 3_600_000;
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    onTestFinished(() => void vi.useRealTimers());
    for (const hours of [6, 11.8]) {
      vi.setSystemTime(start + hours * hour);
      expect(await isIn(author)).toBe(true);
    }
    vi.setSystemTime(start + 12.1 * hour);
    expect([await isIn(author), await isIn(idle)]).toEqual([true, false]);
    expect((await author.request('PATCH', '/api/admin/sessions', { idleHours: 1 })).status).toBe(200);
    vi.setSystemTime(start + 13.2 * hour);
    expect(await isIn(author)).toBe(false);
    expect((await author.request('PATCH', '/api/admin/sessions', { idleHours: 1 })).status).toBe(401);
  });

  test('one that began while the clock was a year ahead is over when it is set right; an hour ends none', async () => {
    const site = await newSite();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 24 * 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const author = await site.administrator();
    expect(await isIn(author)).toBe(true);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await isIn(author)).toBe(true);
    vi.useRealTimers();
    expect(await isIn(author)).toBe(false);
  });

  test('how long may be chosen from a list', async () => {
    const site = await newSite();
    const author = await site.administrator();
    const refused = await author.request('PATCH', '/api/admin/sessions', { idleHours: 10_000 });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(await refused.json())).toContain('Scegli fra 1, 4, 12, 24, 72, 168 ore.');
  });

  test('with a disk that refuses the author still gets in', async () => {
    const site = await newSite();
    vi.spyOn(site.store, 'mutate').mockRejectedValue(new Error('disco pieno'));
    const { person, status } = await enter(site);
    expect(status).toBe(204);
    expect(await isIn(person)).toBe(true);
  });

  test('a cookie of the version before asks for one sign-in', async () => {
    const site = await newSite();
    const author = await site.administrator();
    const key = Buffer.from(
      (await readFile(join(site.folder, 'data/session.key'), 'utf8')).slice(0, 64),
      'hex',
    );
    author.cookies.set('admin', createSealer(key).seal('admin', `1.${Date.now() + 86_400_000}`));
    expect(await isIn(author)).toBe(false);
    expect((await enter(site, adminPassword, author)).status).toBe(204);
    expect(await isIn(author)).toBe(true);
  });
});

describe('the password', () => {
  test('is changed by who knows the one of now; the others must come in anew, and it holds after a restart', async () => {
    const site = await newSite();
    const author = await site.administrator();
    const other = await site.administrator();
    const wrong = await post(author, '/password', { current: 'non questa', password: goodPassword });
    expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([401, 'WRONG_PASSWORD']);
    expect((await post(author, '/password', { password: goodPassword })).status).toBe(400);
    expect(await isIn(other)).toBe(true);
    const changed = await post(author, '/password', { current: adminPassword, password: goodPassword });
    expect(changed.status).toBe(204);
    expect([await isIn(author), await isIn(other)]).toEqual([true, false]);
    expect((await enter(site)).status).toBe(401);
    expect((await enter(site, goodPassword)).status).toBe(204);
  }, 60_000);

  test('is changed once by two who change it at once, and whoever waits with the old one stays outside', async () => {
    const site = await newSite();
    const [author, other] = [await site.administrator(), await site.administrator()];
    const waiting = Array.from({ length: 4 }, () => site.visitor());
    const change = (who: Person, password: string) =>
      post(who, '/password', { current: adminPassword, password });
    const passwords = [goodPassword, 'vetriolo cardigan meridiana 17'] as const;
    const [first, second] = await Promise.all([
      change(author, passwords[0]),
      change(other, passwords[1]),
      ...waiting.map((person) => enter(site, adminPassword, person)),
    ]);
    expect([first.status, second.status].sort()).toEqual([204, 401]);
    const chosen = first.status === 204 ? passwords : passwords.toReversed();
    expect((await enter(site, chosen[0])).status).toBe(204);
    expect((await enter(site, chosen[1])).status).toBe(401);
    for (const person of waiting) expect(await isIn(person)).toBe(false);
  }, 60_000);

  test('is changed while codes are being made by somebody who is thereby signed out, and they are worth nothing', async () => {
    const site = await newSite();
    const [author, other] = [await site.administrator(), await site.administrator()];
    const making = post(other, '/recovery-codes');
    const changed = await post(author, '/password', { current: adminPassword, password: goodPassword });
    expect(changed.status).toBe(204);
    expect((await making).status).toBe(401);
    const { left } = await json<{ left: number }>(await author.request('GET', '/api/admin/recovery-codes'));
    expect(left).toBe(0);
  }, 60_000);

  test('of the environment does not come back by a restart, and a new one there counts', async () => {
    const site = await newSite();
    await post(await site.administrator(), '/password', { current: adminPassword, password: goodPassword });
    const same = await restart(site);
    expect((await enter(same)).status).toBe(401);
    expect((await enter(same, goodPassword)).status).toBe(204);
    const other = 'un’altra parola del file';
    const changed = await restart(site, { ADMIN_PASSWORD: other });
    expect((await enter(changed, goodPassword)).status).toBe(401);
    expect((await enter(changed, other)).status).toBe(204);
  }, 60_000);

  test('that is tried first, or too short, is refused in words, and nothing changes', async () => {
    const site = await newSite();
    const author = await site.administrator();
    const refusalOf = async (password: string) => {
      const refused = await post(author, '/password', { current: adminPassword, password });
      expect(refused.status, password).toBe(400);
      const { issues } = (await refused.json()) as { issues: { path: string; message: string }[] };
      expect(issues[0]?.path, password).toBe('password');
      return issues[0]?.message;
    };
    for (const password of [
      'password1234',
      'Password2026!',
      'qwertyuiop12',
      '123456789012',
      'aaaaaaaaaaaa',
      'prova-prova-1',
      'nilaknilak12',
      'Il respiro di Ferro',
    ])
      expect(await refusalOf(password), password).toMatch(/^È fra quelle che si provano per prime/);
    expect(await refusalOf('xK9!mz2q')).toBe('Servono almeno 12 caratteri.');
    expect((await enter(site)).status).toBe(204);
  }, 60_000);

  test('nor one made of what the published book says', async () => {
    const site = await newSite({ env: { DEMO: 'off' } });
    const author = await site.administrator();
    const { book, character } = neutralBook;
    const draft = {
      ...neutralBook,
      book: { ...book, title: 'Vuxaltrimòr', author: 'Ezopelinda Grumvak' },
      character: { ...character, name: 'Zorbuleth', greeting: 'Eccomi.', persona: 'Sei Zorbuleth.' },
    };
    expect((await author.request('PATCH', '/api/admin/book', { draft })).status).toBe(200);
    const change = (password: string) => post(author, '/password', { current: adminPassword, password });
    expect((await post(author, '/book/publish', {})).status).toBe(200);
    for (const password of ['Vuxaltrimòr1', 'zorbuleth2026', 'ezopelinda grumvak'])
      expect((await change(password)).status, password).toBe(400);
    expect((await change(goodPassword)).status).toBe(204);
  }, 60_000);

  test('online, one that is tried first stops the start', async () => {
    const env = { ADMIN_PASSWORD: 'password1', PUBLIC_URL: 'https://libro.example' };
    await expect(openTestSite({ env })).rejects.toThrow('ADMIN_PASSWORD è fra le prime');
  });
});

/** A site with a set of recovery codes, of whose making ten slow hashes are the most. */
async function withCodes() {
  const site = await newSite();
  const author = await site.administrator();
  const { codes } = (await (await post(author, '/recovery-codes')).json()) as { codes: string[] };
  return { site, author, codes };
}

describe('recovery codes', () => {
  test('are ten, each good once, kept as slow hashes; a new set ends the old one', async () => {
    const site = await newSite();
    const author = await site.administrator();
    const make = async () =>
      ((await (await post(author, '/recovery-codes')).json()) as { codes: string[] }).codes;
    const state = async () => (await author.request('GET', '/api/admin/recovery-codes')).json();
    expect(await state()).toEqual({ left: 0 });
    const codes = await make();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    await site.store.fold();
    const database = await readFile(join(site.folder, 'data/db.json'), 'utf8');
    for (const code of codes) expect(database).not.toContain(code.replaceAll('-', ''));

    const [first = '', second = ''] = codes;
    const person = site.visitor();
    // As it is read off paper.
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    expect((await post(person, '/login/code', { code: typed })).status).toBe(204);
    expect(await isIn(person)).toBe(true);
    expect((await post(site.visitor(), '/login/code', { code: first })).status).toBe(401);
    expect(await state()).toMatchObject({ left: 9 });

    // Of two at once one gets in.
    const twice = await Promise.all([1, 2].map(() => post(site.visitor(), '/login/code', { code: second })));
    expect(twice.map(({ status }) => status).sort()).toEqual([204, 401]);

    await make();
    expect((await post(site.visitor(), '/login/code', { code: codes[2] })).status).toBe(401);
  }, 120_000);

  test('one that cannot be marked as used lets nobody in; who came in by one chooses a password without the old one', async () => {
    const { site, author, codes } = await withCodes();
    expect((await list(author)).asksOldPassword).toBe(true);
    const person = site.visitor();
    const mutate = vi.spyOn(site.store, 'mutate').mockRejectedValue(new AppError('UNAVAILABLE'));
    expect((await post(person, '/login/code', { code: codes[0] })).status).toBe(503);
    expect(await isIn(person)).toBe(false);
    mutate.mockRestore();
    expect((await post(person, '/login/code', { code: codes[0] })).status).toBe(204);
    expect((await list(person)).asksOldPassword).toBe(false);
    expect((await post(person, '/password', { password: goodPassword })).status).toBe(204);
    expect((await enter(site, goodPassword)).status).toBe(204);
    expect(await isIn(author)).toBe(false);
  }, 60_000);

  test('a wrong one counts as a wrong password, and is not tried without end', async () => {
    const site = await newSite({ env: { RATE_LIMITS: 'on' } });
    const statuses: number[] = [];
    for (let time = 0; time < 9; time += 1)
      statuses.push((await post(site.visitor(), '/login/code', { code: 'aaaa-bbbb-cccc-dddd' })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 429]);
  });
});

describe('the key of the cookies', () => {
  test('is changed, and readers keep their level; without the old one who was away begins anew', async () => {
    const site = await newSite();
    const [here, away] = [await site.reader('qr4n-7mdx'), await site.reader('qr4n-7mdx')];
    const levelOf = async (person: Person) =>
      (await (await person.request('GET', '/api/user/progress')).json()) as { maxSection: number };
    const level = await levelOf(here);
    expect(level.maxSection).toBeGreaterThan(0);

    const rotated = await restart(site, {}, async (dataDir) => {
      await rotateSessionKey(dataDir);
      for (const name of ['session.key', 'session.old-keys'])
        expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
    });
    const back = movedTo(rotated, here);
    expect(await levelOf(back)).toEqual(level);
    expect(back.cookies.get('reader')).not.toBe(here.cookies.get('reader'));

    const dropped = await restart(rotated, {}, async (dataDir) => {
      const [old] = await loadOlderKeys(dataDir);
      expect(await dropOlderKey(dataDir, old?.id ?? '')).toBe(true);
      expect(await dropOlderKey(dataDir, old?.id ?? '')).toBe(false);
    });
    // Who came back meanwhile has a cookie of the new key.
    expect(await levelOf(movedTo(dropped, back))).toEqual(level);
    const late = movedTo(dropped, away);
    expect(await levelOf(late)).toEqual({ maxSection: 0, email: null });
    // The chat can tell them why; who never had a cookie is told nothing.
    const historyOf = async (person: Person) => (await person.request('GET', '/api/chat/history')).json();
    expect(await historyOf(late)).toEqual({ messages: [], unrecognised: true });
    expect(await historyOf(dropped.visitor())).toEqual({ messages: [] });
  });

  test('of the environment is changed in the same way', async () => {
    const [one, two] = ['a'.repeat(32), 'b'.repeat(32)];
    const site = await newSite({ env: { SESSION_SECRET: one } });
    const reader = await site.reader('qr4n-7mdx');
    const levelAt = async (at: TestSite) => {
      const response = await movedTo(at, reader).request('GET', '/api/user/progress');
      return ((await response.json()) as { maxSection: number }).maxSection;
    };
    const rotated = await restart(site, { SESSION_SECRET: two, SESSION_SECRET_OLD: one });
    expect(await levelAt(rotated)).toBe(await levelAt(site));
    expect(await levelAt(await restart(site, { SESSION_SECRET: two }))).toBe(0);
  });
});
