import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Keeping, KeepingNotice } from '#shared/contracts/keeping.ts';
import { replaceDatabase } from '#server/storage/store/restore.ts';
import { openStore } from '#server/storage/store/store.ts';
import { eraseAgain } from '#server/storage/records/erased.ts';
import { json } from '../support/answers.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferro-keeping-'));
  site = await openTestSite({ folder });
}, 60_000);
afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const say = (person: Person, message: string) => person.request('POST', '/api/chat', { message });
const identifierOf = async (person: Person) =>
  (await json<{ identifier?: string }>(await person.request('GET', '/api/user/identifier'))).identifier;
const historyOf = async (person: Person) =>
  (await json<{ messages: { content: string }[] }>(await person.request('GET', '/api/chat/history')))
    .messages;

/** A copy of the database as a backup gives it. */
async function backup(name = 'backup.json'): Promise<string> {
  const file = join(site.folder, name);
  await site.store.snapshot(({ open }) => writeFile(file, open()));
  return file;
}

test('above the ceiling strangers wait, who has a code writes on, and nothing is lost', async () => {
  const reader = await site.reader('qr4n-7mdx');
  const stranger = site.visitor();
  expect((await say(stranger, 'Prima')).status).toBe(200);
  await site.close();
  site = await openTestSite({ folder, env: { KEEP_MEGABYTES: '16' } });
  const fill = 'n'.repeat(500_000);
  await site.store.mutate(
    Array.from({ length: 40 }, (_, index) => ({
      type: 'put',
      collection: 'chatMessages',
      record: {
        id: crypto.randomUUID(),
        readerId: crypto.randomUUID(),
        role: 'user',
        content: `${index}${fill}`,
        level: 0,
        timestamp: new Date().toISOString(),
      },
    })),
  );
  const again = (person: Person): Person => {
    const same = site.visitor();
    for (const cookie of person.cookies) same.cookies.set(...cookie);
    return same;
  };
  const before = site.store.chatMessages.size;
  for (const person of [site.visitor(), again(stranger)]) {
    const refused = await say(person, 'Ciao');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(await refused.json()).toMatchObject({ message: expect.stringMatching(/^Il canale è pieno/) });
  }
  expect(site.store.chatMessages.size).toBe(before);
  expect((await historyOf(again(stranger)))[0]?.content).toBe('Prima');
  expect((await say(again(reader), 'Ciao')).status).toBe(200);
  const author = await site.administrator();
  expect(await (await author.request('GET', '/api/health')).json()).toMatchObject({ conversations: 'full' });
  expect(await json<Keeping>(await author.request('GET', '/api/admin/conversations'))).toMatchObject({
    room: 'full',
    ceilingBytes: 16 * 1024 * 1024,
  });
});

test('a reader keeps the newest messages', async () => {
  await site.close();
  site = await openTestSite({ folder, env: { KEEP_MESSAGES: '200' } });
  const reader = site.visitor();
  await say(reader, 'La prima');
  const [{ id: readerId = '' } = {}] = [...site.store.users.values()];
  await site.store.mutate(
    Array.from({ length: 198 }, (_, index) => ({
      type: 'put',
      collection: 'chatMessages',
      record: {
        id: crypto.randomUUID(),
        readerId,
        role: 'user',
        content: `numero ${index}`,
        level: 0,
        timestamp: new Date().toISOString(),
      },
    })),
  );
  await say(reader, 'L’ultima');
  expect(site.store.chatMessages.countByReader(readerId)).toBe(200);
  const messages = await historyOf(reader);
  expect(messages[0]?.content).toBe('numero 0');
  expect(messages.at(-2)?.content).toBe('L’ultima');
});

test('the author decides in the panel, the environment wins, and the notice says it', async () => {
  const author = await site.administrator();
  const path = '/api/admin/conversations';
  expect(await json<KeepingNotice>(await site.visitor().request('GET', '/api/privacy'))).toEqual({
    months: 24,
    strangerDays: 30,
    copiesDays: 30,
  });
  const saved = await author.request('PATCH', path, {
    months: 6,
    controller: ' Anna Rossi ',
    contact: 'anna@libro.it',
  });
  expect(await json<Keeping>(saved)).toMatchObject({
    months: 6,
    strangerDays: 30,
    controller: 'Anna Rossi',
    fixed: [],
  });
  for (const wrong of [{ months: 0 }, { strangerDays: 366 }, { messages: 10 }, { months: '6' }]) {
    const refused = await author.request('PATCH', path, wrong);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/un numero intero da/);
  }
  await site.close();
  site = await openTestSite({ folder, env: { KEEP_MONTHS: '12', PRIVACY_PURPOSE: 'Parlare del libro' } });
  expect(await json<KeepingNotice>(await site.visitor().request('GET', '/api/privacy'))).toEqual({
    months: 12,
    strangerDays: 30,
    copiesDays: 30,
    controller: 'Anna Rossi',
    contact: 'anna@libro.it',
    purpose: 'Parlare del libro',
  });
  const second = await site.administrator();
  expect(await json<Keeping>(await second.request('PATCH', path, { contact: '' }))).toMatchObject({
    months: 12,
    fixed: ['months', 'purpose'],
  });
  expect(await json(await second.request('GET', '/api/privacy'))).not.toHaveProperty('contact');
});

test('a reader erases themselves, and a restore erases them again', async () => {
  const [gone, stays] = [await site.reader('qr4n-7mdx'), await site.reader('qr4n-7mdx')];
  await say(gone, 'Mi chiamo Anna');
  await say(stays, 'Mi chiamo Bruno');
  const cleared = site.visitor();
  await say(cleared, 'Questo lo cancello');
  const file = await backup();
  expect(await identifierOf(gone)).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/);
  expect((await gone.request('DELETE', '/api/user')).status).toBe(204);
  expect((await cleared.request('DELETE', '/api/chat/history')).status).toBe(204);
  expect(await identifierOf(gone)).toBeUndefined();
  expect(await historyOf(gone)).toEqual([]);
  expect(await json(await gone.request('GET', '/api/user/progress'))).toEqual({ maxSection: 0, email: null });
  // What is said afterwards is another conversation.
  await say(cleared, 'Ricomincio');
  await site.store.replace(file, { prepare: eraseAgain });
  expect(await historyOf(gone)).toEqual([]);
  expect(await historyOf(cleared)).toEqual([]);
  expect((await historyOf(stays))[0]?.content).toBe('Mi chiamo Bruno');
  expect(await json(await gone.request('GET', '/api/user/progress'))).toEqual({ maxSection: 0, email: null });

  // With the site stopped as well, and from a database that does not know of it.
  const dataDir = join(folder, 'data');
  await site.close();
  await replaceDatabase(dataDir, file, { prepare: eraseAgain });
  const store = await openStore({ dataDir });
  const contents = [...store.chatMessages.values()].map(({ content }) => content);
  await store.close();
  expect(contents).toContain('Mi chiamo Bruno');
  expect(contents).not.toContain('Mi chiamo Anna');
  expect(contents).not.toContain('Questo lo cancello');
  site = await openTestSite({ folder });
});

test.each(['/api/chat/history', '/api/user'])(
  'who asks to be erased (%s) while a restore has taken them away is not brought back by its undoing',
  async (path) => {
    const file = await backup();
    const gone = site.visitor();
    await say(gone, 'Cancellami');
    const replaced = await backup('prima.json');
    await site.store.replace(file, { prepare: eraseAgain });
    expect(await historyOf(gone)).toEqual([]);
    expect((await gone.request('DELETE', path)).status).toBe(204);
    await site.store.replace(replaced, { prepare: eraseAgain });
    expect(await historyOf(gone)).toEqual([]);
    expect([...site.store.chatMessages.values()]).toEqual([]);
  },
);

test('the author erases one reader, by what the reader’s chat shows', async () => {
  const [gone, stays] = [site.visitor(), site.visitor()];
  await say(gone, 'Cancellami');
  await say(stays, 'Io resto');
  const author = await site.administrator();
  const identifier = await identifierOf(gone);
  const asked = { identifier: ` ${identifier?.toLowerCase().replaceAll('-', ' ')} ` };
  const found = await json(await author.request('POST', '/api/admin/conversations/find', asked));
  expect(found).toEqual({ messages: 2, maxSection: 0, lastSeen: expect.any(String) });
  expect((await author.request('POST', '/api/admin/conversations/erase', asked)).status).toBe(204);
  expect(await historyOf(gone)).toEqual([]);
  expect(await historyOf(stays)).toHaveLength(2);
  expect((await author.request('POST', '/api/admin/conversations/erase', asked)).status).toBe(404);
  for (const identifier of ['-', '0000']) {
    const refused = await author.request('POST', '/api/admin/conversations/find', { identifier });
    expect(refused.status).toBeGreaterThanOrEqual(400);
  }
});

test('a clock that jumps a year ahead empties neither the bin nor the conversations', async () => {
  const stranger = site.visitor();
  expect((await say(stranger, 'Ciao')).status).toBe(200);
  const author = await site.administrator();
  await author.request('DELETE', `/api/sections/${site.store.sections.byNumber(5)?.id}`);
  const binned = async () => (await json<unknown[]>(await author.request('GET', '/api/admin/bin'))).length;
  const before = await binned();
  await site.services.keeping.sweepNow();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 24 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await site.services.keeping.sweepNow();
  vi.useRealTimers();
  expect(site.store.chatMessages.size).toBeGreaterThan(1);
  expect(before).toBe(1);
  expect(await binned()).toBe(1);
});
