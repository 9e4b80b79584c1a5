import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

interface Devices {
  devices: { id: string; name: string; firstSeen: string; lastSeen: string; isThis: boolean }[];
}

const phone = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36';
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

afterEach(() => {
  vi.useRealTimers();
});

async function newSite(env: Record<string, string> = {}): Promise<TestSite> {
  const site = await openTestSite({ env });
  onTestFinished(() => site.close());
  return site;
}

async function json<T>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}

async function codeOf(person: Person): Promise<string> {
  const answer = await json<{ code: string }>(
    person.request('POST', '/api/user/devices/code', undefined, { 'user-agent': laptop }),
  );
  return answer.code;
}

const join = (person: Person, code: string, leaveOwn?: boolean) =>
  person.request('POST', '/api/user/devices', { code, leaveOwn }, { 'user-agent': phone });

const level = async (person: Person) =>
  (await json<{ maxSection: number }>(person.request('GET', '/api/user/progress'))).maxSection;

const words = async (person: Person) =>
  (await json<{ messages: { content: string }[] }>(person.request('GET', '/api/chat/history'))).messages.map(
    ({ content }) => content,
  );

const devicesOf = async (person: Person) =>
  (await json<Devices>(person.request('GET', '/api/user/devices', undefined, { 'user-agent': laptop })))
    .devices;

test('another device goes on with the same conversation, and is listed', async () => {
  const site = await newSite();
  const ada = await site.reader('qr4n-7mdx');
  await ada.request('POST', '/api/chat', { message: 'Mi chiamo Ada.' });
  expect(await devicesOf(ada)).toMatchObject([{ name: 'Firefox su Linux', isThis: true }]);
  const code = await codeOf(ada);
  expect(code).toMatch(/^[A-HJKMNP-Z]{4}-[A-HJKMNP-Z]{4}$/);
  const other = site.visitor();
  // However it is typed.
  const joined = await join(other, ` ${code.toLowerCase().replace('-', ' ')} `);
  expect([joined.status, await joined.json()]).toEqual([200, { joined: true }]);
  expect(await words(other)).toEqual(await words(ada));
  expect(await level(other)).toBe(await level(ada));
  await other.request('POST', '/api/chat', { message: 'Ora dal telefono.' });
  expect(await words(ada)).toContain('Ora dal telefono.');
  const day = new Date().toISOString().slice(0, 10);
  expect(await devicesOf(other)).toMatchObject([
    { name: 'Firefox su Linux', isThis: false },
    { name: 'Chrome su Android', isThis: true, firstSeen: day, lastSeen: day },
  ]);
});

test('of 64 who race for one code one wins, and the code is used up', async () => {
  const site = await newSite();
  const ada = await site.reader('qr4n-7mdx');
  const code = await codeOf(ada);
  const racers = Array.from({ length: 64 }, () => site.visitor());
  const statuses = await Promise.all(racers.map(async (racer) => (await join(racer, code)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 400)).toHaveLength(63);
  expect(await devicesOf(ada)).toHaveLength(2);
  expect(racers.filter(({ cookies }) => cookies.has('reader'))).toHaveLength(1);
});

test('a code is good for ten minutes, though the clock is put back, and only the newest', async () => {
  const site = await newSite();
  const ada = await site.reader('qr4n-7mdx');
  const first = await codeOf(ada);
  const second = await codeOf(ada);
  expect((await join(site.visitor(), first)).status).toBe(400);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 9.9 * 60_000);
  const third = await codeOf(ada);
  expect((await join(site.visitor(), second)).status).toBe(400);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10 * 60_000);
  const late = await join(site.visitor(), third);
  expect(await late.json()).toMatchObject({
    code: 'INVALID_CODE',
    message: 'Codice non valido o scaduto.',
  });
});

test('five devices at most; one that is removed makes room', async () => {
  const site = await newSite();
  const ada = await site.reader('qr4n-7mdx');
  const others = Array.from({ length: 4 }, () => site.visitor());
  for (const other of others) expect((await join(other, await codeOf(ada))).status).toBe(200);
  const sixth = await ada.request('POST', '/api/user/devices/code');
  expect([sixth.status, await sixth.json()]).toMatchObject([422, { code: 'IMPOSSIBLE' }]);
  const [, second] = await devicesOf(ada);
  expect((await ada.request('DELETE', `/api/user/devices/${second?.id}`)).status).toBe(204);
  expect((await join(site.visitor(), await codeOf(ada))).status).toBe(200);
  expect(await devicesOf(ada)).toHaveLength(5);
});

test('a device that is removed is nobody again, at once; the others stay', async () => {
  const site = await newSite();
  const ada = await site.reader('qr4n-7mdx');
  const other = site.visitor();
  await join(other, await codeOf(ada));
  const [first] = await devicesOf(ada);
  // From the new device the first one is taken away, cookie of the beginning and all.
  expect((await other.request('DELETE', `/api/user/devices/${first?.id}`)).status).toBe(204);
  expect(await level(ada)).toBe(0);
  expect(await devicesOf(ada)).toEqual([]);
  expect((await ada.request('DELETE', `/api/user/devices/${first?.id}`)).status).toBe(404);
  expect(await level(other)).toBeGreaterThan(0);
  const [left] = await devicesOf(other);
  const last = await other.request('DELETE', `/api/user/devices/${left?.id}`);
  expect([last.status, (await json<{ message: string }>(Promise.resolve(last))).message]).toEqual([
    422,
    'È l’unico dispositivo: per cancellare quello che resta di te c’è [DIMENTICAMI].',
  ]);
});

test('who has a conversation of their own is asked first, and has it again after leaving', async () => {
  const site = await newSite();
  const ada = await site.reader('qr4n-7mdx');
  const bruno = site.visitor();
  await bruno.request('POST', '/api/chat', { message: 'Sono Bruno.' });
  const own = await words(bruno);
  const code = await codeOf(ada);
  const asked = await join(bruno, code);
  expect(await asked.json()).toEqual({ joined: false, messages: 2, maxSection: 0 });
  expect(await words(bruno)).toEqual(own);
  expect(await json(join(bruno, code, true))).toEqual({ joined: true });
  expect(await level(bruno)).toBe(await level(ada));
  // Whatever the chat renews of the cookie, the way back stays in it.
  await bruno.request('POST', '/api/chat', { message: 'Ciao da qui.' });
  const twice = await join(bruno, await codeOf(await site.reader('qr4n-7mdx')));
  expect(twice.status).toBe(422);
  const leaver = (await devicesOf(bruno)).find(({ isThis }) => isThis);
  expect((await bruno.request('DELETE', `/api/user/devices/${leaver?.id}`)).status).toBe(204);
  expect(await words(bruno)).toEqual(own);
  expect(await words(ada)).toContain('Ciao da qui.');
});

test('erasing the reader takes the devices and the open code along', async () => {
  const site = await newSite();
  const ada = await site.reader('qr4n-7mdx');
  const bruno = site.visitor();
  await bruno.request('POST', '/api/chat', { message: 'Sono Bruno.' });
  await join(bruno, await codeOf(ada), true);
  const code = await codeOf(ada);
  expect((await ada.request('DELETE', '/api/user')).status).toBe(204);
  expect(await words(bruno)).toContain('Sono Bruno.');
  expect((await join(site.visitor(), code)).status).toBe(400);
  expect(JSON.stringify([...site.store.users.values()])).not.toContain('Android');
});

test('the same device is told so, and who has nothing gets no code', async () => {
  const site = await newSite();
  const ada = await site.reader('qr4n-7mdx');
  expect((await join(ada, await codeOf(ada))).status).toBe(422);
  expect((await site.visitor().request('POST', '/api/user/devices/code')).status).toBe(422);
});

test('codes are guessed no more often than those of the book, together with them', async () => {
  const site = await newSite({ RATE_LIMITS: 'on' });
  const guess = (place: number) =>
    place % 2 === 0
      ? join(site.visitor(), 'ZZZZ-ZZZZ')
      : site.visitor().request('POST', '/api/redeem-code', { code: 'zzzz-zzzz' });
  const statuses: number[] = [];
  for (let place = 0; place < 30; place += 1) statuses.push((await guess(place)).status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(20);
  expect(statuses.slice(20)).toEqual(Array(10).fill(429));
});

test('the day a device was last seen follows it, and neither code nor reader is logged', async () => {
  const site = await newSite();
  const ada = await site.reader('qr4n-7mdx');
  const other = site.visitor();
  const code = await codeOf(ada);
  await join(other, code);
  const writtenAt = [...site.store.users.values()].map(({ updatedAt }) => updatedAt);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 24 * 60 * 60_000 });
  await other.request('GET', '/api/user/progress');
  const [first, second] = await devicesOf(ada);
  expect(second?.lastSeen).toBe(new Date().toISOString().slice(0, 10));
  expect(first?.lastSeen).not.toBe(second?.lastSeen);
  // Looking is not writing: how long the conversation is kept does not change.
  expect([...site.store.users.values()].map(({ updatedAt }) => updatedAt)).toEqual(writtenAt);
  const log = site.logged.join('\n');
  const [reader] = [...site.store.users.values()];
  expect(log).toContain('/api/user/devices');
  for (const secret of [code, code.toLowerCase(), reader?.id ?? '-']) expect(log).not.toContain(secret);
});
