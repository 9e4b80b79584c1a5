import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeHandler } from '#server/http/node-handler.ts';
import { listen, stopListening } from '#server/main/listen.ts';
import { adminPassword } from '../support/admin-password.ts';
import { openTestSite, type Person } from '../support/test-site.ts';

async function newSite(env: Record<string, string> = {}) {
  const site = await openTestSite({ env: { RATE_LIMITS: 'on', ...env } });
  onTestFinished(() => site.close());
  return site;
}

async function serve(site: Awaited<ReturnType<typeof newSite>>): Promise<Server> {
  const server = await listen(nodeHandler(site.app), 0, '127.0.0.1');
  onTestFinished(() => stopListening(server));
  return server;
}

const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

const login = async (person: Person, password: string, headers?: Record<string, string>) =>
  (await person.request('POST', '/api/admin/login', { password }, headers)).status;

describe('of many guesses at once no more are tried than one after the other', () => {
  test('passwords', async () => {
    const site = await newSite();
    const statuses = await Promise.all(Array.from({ length: 30 }, () => login(site.visitor(), 'sbagliata')));
    expect(count(statuses, 429)).toBe(22);
    expect(count(statuses, 401)).toBe(8);
  }, 60_000);

  test.each([
    ['/api/redeem-code', 20],
    ['/api/music-codes/validate', 30],
  ])('codes at %s', async (path, tries) => {
    const site = await newSite();
    const statuses = await Promise.all(
      Array.from({ length: 55 }, async () => {
        return (await site.visitor().request('POST', path, { code: 'zzzz-zzzz' })).status;
      }),
    );
    expect(count(statuses, 400)).toBe(tries);
    expect(count(statuses, 429)).toBe(55 - tries);
  });

  test.each([
    ['/api/redeem-code', 21],
    ['/api/music-codes/validate', 31],
  ])('who has not tried is told of the others, and for how long: %s', async (path, tries) => {
    const site = await newSite();
    const guess = (code: string) => site.visitor().request('POST', path, { code });
    for (let time = 0; time < tries; time += 1) await guess('zzzz-zzzz');
    const refused = await guess('qr4n-7mdx');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      message:
        'Da questa rete sono arrivati troppi codici sbagliati: riprova fra 10 minuti. Quelli buoni restano buoni.',
    });
  });

  test('codes in one request', async () => {
    const site = await newSite();
    const batch = `/trpc/${Array(10).fill('readers.redeem').join()}?batch=1`;
    const inputs = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [i, { code: 'zzzz' }]));
    const codes: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      const response = await site.visitor().request('POST', batch, inputs);
      const answers = (await response.json()) as { error: { data: { code: string } } }[];
      codes.push(...answers.map(({ error }) => error.data.code));
    }
    expect(codes.filter((code) => code === 'INVALID_CODE')).toHaveLength(20);
  });

  test('right ones cost nothing: a class that redeems at once is let in', async () => {
    const site = await newSite();
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => {
        return (await site.visitor().request('POST', '/api/redeem-code', { code: 'qr4n-7mdx' })).status;
      }),
    );
    expect(count(statuses, 200)).toBe(50);
    expect(await login(site.visitor(), adminPassword)).toBe(204);
  });
});

describe('a device on which the author has signed in', () => {
  test('has tries of its own; nobody can make one up', async () => {
    const site = await newSite();
    const author = await site.administrator();
    await author.request('POST', '/api/admin/logout');
    const strangers = await Promise.all(Array.from({ length: 9 }, () => login(site.visitor(), 'sbagliata')));
    expect(strangers).toContain(429);
    expect(await login(site.visitor(), adminPassword)).toBe(429);
    const forger = site.visitor();
    forger.cookies.set('device', author.cookies.get('admin') ?? '');
    expect(await login(forger, adminPassword)).toBe(429);
    expect(await login(author, adminPassword)).toBe(204);
  }, 60_000);

  test('is let nowhere by it alone', async () => {
    const site = await newSite();
    const author = await site.administrator();
    const device = author.cookies.get('device') ?? '';
    expect(device).not.toBe('');
    const other = site.visitor();
    other.cookies.set('device', device);
    other.cookies.set('admin', device);
    expect((await other.request('GET', '/api/sections')).status).toBe(401);
  });

  test('is let in behind two hundred guesses of forty addresses, most of whose senders hung up', async () => {
    const site = await newSite({ TRUST_PROXY: '1' });
    const { port } = (await serve(site)).address() as AddressInfo;
    const author = await site.administrator();
    const from = performance.now();
    expect(await login(author, adminPassword)).toBe(204);
    const alone = performance.now() - from;

    const body = JSON.stringify({ password: 'sbagliata' });
    const guessFrom = (address: string) => {
      const head = [
        'POST /api/admin/login HTTP/1.1',
        'Host: a',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        `X-Forwarded-For: ${address}`,
      ];
      const socket = connect(port, '127.0.0.1', () => socket.write([...head, '', body].join('\r\n')));
      onTestFinished(() => void socket.destroy());
      return socket.on('error', () => undefined);
    };
    const sockets = Array.from({ length: 200 }, (_, index) => guessFrom(`10.0.0.${index % 40}`));
    // The first answers, refusals for want of room, say that all have arrived or wait in the kernel.
    await new Promise((resolve) => sockets[150]?.once('data', resolve));
    for (const [index, socket] of sockets.entries()) if (index % 5 > 0) socket.destroy();
    // Others come and stay: one who is refused says that they fill the strangers' lane.
    const staying = Array.from({ length: 20 }, (_, index) => guessFrom(`10.1.0.${index}`));
    await Promise.race(staying.map((socket) => new Promise((resolve) => socket.once('data', resolve))));

    const asked = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/api/admin/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '10.9.9.9',
        cookie: `device=${author.cookies.get('device')}`,
      },
      body: JSON.stringify({ password: adminPassword }),
    });
    expect(response.status).toBe(204);
    // One guess is being tried already. Alone it takes 0.4 s, and on a busy machine so much longer.
    expect(performance.now() - asked).toBeLessThan(Math.max(2_000, 4 * alone));
  }, 60_000);

  test('a stranger who finds the line full is told when to come back', async () => {
    const site = await newSite({ TRUST_PROXY: '1' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        site
          .visitor()
          .request(
            'POST',
            '/api/admin/login',
            { password: 'sbagliata' },
            { 'x-forwarded-for': `10.0.0.${index}` },
          ),
      ),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(11);
    for (const answer of refused) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(((await answer.json()) as { message: string }).message).toMatch(
        /^Troppi accessi insieme: riprova/,
      );
    }
  }, 60_000);
});

describe('codes guessed from many addresses', () => {
  const guess = async (person: Person, address: string, code = 'zzzz-zzzz') =>
    (await person.request('POST', '/api/redeem-code', { code }, { 'x-forwarded-for': address })).status;
  const ipv4 = (index: number) => `10.${index >> 8}.${index & 255}.1`;

  test('so many in all leave few to a stranger, and readers who are known as many as before', async () => {
    const site = await newSite({ TRUST_PROXY: '1' });
    const reader = await site.reader('qr4n-7mdx');
    for (let index = 0; index < 300; index += 1)
      expect(await guess(site.visitor(), ipv4(index >> 1))).toBe(400);
    const stranger: number[] = [];
    for (let time = 0; time < 5; time += 1) stranger.push(await guess(site.visitor(), ipv4(5_000)));
    expect(stranger).toEqual([400, 400, 400, 429, 429]);
    // Who has a right code is let in all the same.
    expect(await guess(site.visitor(), ipv4(6_000), 'qr4n-7mdx')).toBe(200);
    for (let time = 0; time < 5; time += 1) expect(await guess(reader, ipv4(7_000))).toBe(400);
  }, 60_000);

  test('a range of IPv6 addresses has as many as a few addresses', async () => {
    const site = await newSite({ TRUST_PROXY: '1' });
    const statuses = async (addresses: string[]) => {
      const all: number[] = [];
      for (const address of addresses) all.push(await guess(site.visitor(), address));
      return all;
    };
    const inFiftySix = Array.from({ length: 65 }, (_, n) => `2001:db8:1:${(0x100 + n).toString(16)}::1`);
    expect(count(await statuses(inFiftySix), 400)).toBe(60);
    const inFortyEight = Array.from(
      { length: 110 },
      (_, n) => `2001:db8:1:${(0x200 + n * 256).toString(16)}::1`,
    );
    expect(count(await statuses(inFortyEight), 400)).toBe(100);
    expect(await guess(site.visitor(), '2001:db8:2::1')).toBe(400);
  }, 60_000);

  test('are logged with who it was for the log alone, and counted for the author', async () => {
    const site = await newSite({ TRUST_PROXY: '1' });
    const author = await site.administrator();
    for (const address of ['10.1.1.1', '10.1.1.1', '10.2.2.2']) await guess(site.visitor(), address);
    await site.visitor().request('GET', '/api/sections');
    await site.visitor().request('POST', '/api/chat', { message: 'a' }, { origin: 'https://evil.example' });
    const lines = site.logged.filter((line) => line.includes('"who"'));
    const senders = lines
      .filter((line) => line.includes('code refused'))
      .map((line) => (JSON.parse(line) as { who: string }).who);
    expect(senders).toHaveLength(3);
    expect(senders[0]).toBe(senders[1]);
    expect(senders[2]).not.toBe(senders[0]);
    expect(lines.join()).not.toMatch(/10\.1\.1\.1|10\.2\.2\.2|zzzz/);
    expect(await (await author.request('GET', '/api/admin/refusals')).json()).toEqual({
      wrongPasswords: 0,
      wrongCodes: 3,
      forbidden: 2,
      tooMany: 0,
      signIns: 1,
    });
  });
});
