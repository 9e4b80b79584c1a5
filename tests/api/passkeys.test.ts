import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Passkey } from '#shared/contracts/auth.ts';
import { createAuthenticator } from '../support/authenticator.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

const origin = 'http://ferro.test';
const party = { rpId: 'ferro.test', origin };

async function newSite(env: Record<string, string> = {}): Promise<TestSite> {
  const site = await openTestSite({ env });
  onTestFinished(() => site.close());
  return site;
}

async function challengeAt(person: Person, path: string): Promise<string> {
  const response = await person.request('POST', path);
  expect(response.status).toBe(200);
  return ((await response.json()) as { challenge: string }).challenge;
}

const toAdd = (person: Person) => challengeAt(person, '/api/admin/passkeys/options');
const toSignIn = (person: Person) => challengeAt(person, '/api/admin/login/passkey/options');

async function enrol(author: Person, device = createAuthenticator(), counter = 0) {
  const credential = device.register({ ...party, challenge: await toAdd(author), counter });
  const added = await author.request('POST', '/api/admin/passkeys', { name: ' Portatile ', credential });
  return { device, added };
}

const enter = (person: Person, credential: object) =>
  person.request('POST', '/api/admin/login/passkey', { credential });
const isIn = async (person: Person) => (await person.request('GET', '/api/sections')).status === 200;

describe('a passkey', { timeout: 60_000 }, () => {
  test('signs in beside the password, is named, renamed and taken away; its use is written down', async () => {
    const site = await newSite();
    const author = await site.administrator();
    const { device, added } = await enrol(author);
    expect(added.status).toBe(201);
    expect(await added.json()).toMatchObject({ id: device.id, name: 'Portatile', site: 'ferro.test' });

    const elsewhere = site.visitor();
    const answer = await enter(
      elsewhere,
      device.signIn({ ...party, challenge: await toSignIn(elsewhere), counter: 0 }),
    );
    expect(answer.status).toBe(204);
    expect(await isIn(elsewhere)).toBe(true);

    const renamed = await author.request('PATCH', `/api/admin/passkeys/${device.id}`, { name: 'Telefono' });
    expect(await renamed.json()).toMatchObject({ name: 'Telefono' });
    const listed = (await (await author.request('GET', '/api/admin/passkeys')).json()) as Passkey[];
    expect(listed).toHaveLength(1);
    expect(listed[0]?.lastUsedAt).toBeDefined();

    expect((await author.request('DELETE', `/api/admin/passkeys/${device.id}`)).status).toBe(204);
    const later = site.visitor();
    const refused = await enter(later, device.signIn({ ...party, challenge: await toSignIn(later) }));
    expect(refused.status).toBe(401);
    expect(await isIn(later)).toBe(false);
  });

  test('an answer is good once, in the browser that asked, for five minutes', async () => {
    const site = await newSite();
    const { device } = await enrol(await site.administrator());
    const person = site.visitor();
    const credential = device.signIn({ ...party, challenge: await toSignIn(person) });
    const cookie = person.cookies.get('challenge') ?? '';

    // In another browser, without the cookie or with one of its own.
    const other = site.visitor();
    expect((await enter(other, credential)).status).toBe(401);
    await toSignIn(other);
    expect((await enter(other, credential)).status).toBe(401);

    expect((await enter(person, credential)).status).toBe(204);
    const replay = site.visitor();
    replay.cookies.set('challenge', cookie);
    const replayed = await enter(replay, credential);
    expect(replayed.status).toBe(401);
    expect(await replayed.json()).toMatchObject({
      message: 'La richiesta della passkey è scaduta: riprova.',
    });

    const late = site.visitor();
    const slow = device.signIn({ ...party, challenge: await toSignIn(late) });
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5 * 60_000 + 1);
    expect((await enter(late, slow)).status).toBe(401);
  });

  test('a wrong answer spends its challenge too', async () => {
    const site = await newSite();
    const { device } = await enrol(await site.administrator());
    const person = site.visitor();
    const challenge = await toSignIn(person);
    const cookie = person.cookies.get('challenge') ?? '';
    expect((await enter(person, device.signIn({ ...party, challenge, verified: false }))).status).toBe(401);
    person.cookies.set('challenge', cookie);
    expect((await enter(person, device.signIn({ ...party, challenge }))).status).toBe(401);
  });

  test.each([
    ['of a page elsewhere', { origin: 'http://evil.example' }],
    ['of another port of the same name', { origin: 'http://ferro.test:8080' }],
    ['made for another name', { rpId: 'evil.example' }],
    ['without finger, face or PIN', { verified: false }],
    ['to another question', { challenge: 'YWx0cmE' }],
  ])('an answer %s is refused', async (_what, wrong) => {
    const site = await newSite();
    const { device } = await enrol(await site.administrator());
    const person = site.visitor();
    const challenge = await toSignIn(person);
    expect((await enter(person, device.signIn({ ...party, challenge, ...wrong }))).status).toBe(401);
    expect(await isIn(person)).toBe(false);
  });

  test('of a device that nobody added, or signed by another, is refused', async () => {
    const site = await newSite();
    const { device } = await enrol(await site.administrator());
    const stranger = createAuthenticator();
    const person = site.visitor();
    const unknown = stranger.signIn({ ...party, challenge: await toSignIn(person) });
    const refused = await enter(person, unknown);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: 'WRONG_PASSWORD' });
    const forged = stranger.signIn({ ...party, challenge: await toSignIn(person) });
    expect((await enter(person, { ...forged, id: device.id, rawId: device.id })).status).toBe(401);
  });

  test('a device that counts may not count backwards: it was copied', async () => {
    const site = await newSite();
    const { device } = await enrol(await site.administrator(), createAuthenticator(), 5);
    const tries: number[] = [];
    for (const counter of [6, 6, 3, 7]) {
      const person = site.visitor();
      const challenge = await toSignIn(person);
      tries.push((await enter(person, device.signIn({ ...party, challenge, counter }))).status);
    }
    expect(tries).toEqual([204, 401, 401, 204]);
  });

  test('an answer to adding does not sign in, and the other way round', async () => {
    const site = await newSite();
    const author = await site.administrator();
    const { device } = await enrol(author);
    const challenge = await toAdd(author);
    expect((await enter(author, device.signIn({ ...party, challenge }))).status).toBe(401);
    const credential = createAuthenticator().register({ ...party, challenge: await toSignIn(author) });
    expect((await author.request('POST', '/api/admin/passkeys', { name: 'a', credential })).status).toBe(422);
  });

  test.each([
    ['goes on', 11],
    ['is put back meanwhile', -60],
  ])('is added only by who has come in within ten minutes, where the clock %s', async (_, minutes) => {
    const site = await newSite();
    const author = await site.administrator();
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11 * 60_000);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await isIn(author)).toBe(true);
    const refused = await author.request('POST', '/api/admin/passkeys/options');
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: 'NOT_RECENT' });
  });
});

describe('for whom a passkey is made', () => {
  test('is told to the browser: the public name, whatever Host says', async () => {
    const site = await newSite({ PUBLIC_URL: 'https://libro.example' });
    const options = async (host: string) =>
      site.visitor().request('POST', '/api/admin/login/passkey/options', undefined, { host });
    const right = await options('libro.example');
    expect(await right.json()).toMatchObject({ rpId: 'libro.example', userVerification: 'required' });
    const wrong = await options('evil.example');
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({
      message: expect.stringContaining('https://libro.example') as string,
    });
  });

  test('with no public address it is the name by which the site is called, and never a number', async () => {
    const site = await newSite();
    const options = async (host: string) =>
      site.visitor().request('POST', '/api/admin/login/passkey/options', undefined, { host });
    expect(await (await options('localhost:3000')).json()).toMatchObject({ rpId: 'localhost' });
    for (const host of ['127.0.0.1:3000', '[::1]:3000', '0x7f000001'])
      expect((await options(host)).status, host).toBe(422);
  });

  test('over https the page must be https too', async () => {
    const site = await newSite({ PUBLIC_URL: 'https://ferro.test' });
    const author = await site.administrator();
    const device = createAuthenticator();
    const secure = { ...party, origin: 'https://ferro.test' };
    const credential = device.register({ ...secure, challenge: await toAdd(author) });
    const added = await author.request('POST', '/api/admin/passkeys', { name: 'Telefono', credential });
    expect(added.status).toBe(201);
    const tries: number[] = [];
    for (const { origin: page } of [party, secure]) {
      const person = site.visitor();
      const challenge = await toSignIn(person);
      expect([...person.cookies.keys()]).toEqual(['__Host-challenge']);
      tries.push((await enter(person, device.signIn({ ...party, origin: page, challenge }))).status);
    }
    expect(tries).toEqual([401, 204]);
  });

  test('a stranger is told of none that there are', async () => {
    const site = await newSite();
    const { device } = await enrol(await site.administrator());
    const answer = await site.visitor().request('POST', '/api/admin/login/passkey/options');
    expect(await answer.text()).not.toContain(device.id);
  });
});
