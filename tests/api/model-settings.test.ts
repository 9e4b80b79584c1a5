import { afterEach, expect, test } from 'vitest';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelSettings } from '#shared/contracts/model-settings.ts';
import { startFakeServer, type FakeServer, type ServerKind } from '../support/fake-servers.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(env: Record<string, string> = {}, folder?: string) {
  const root = folder ?? (await mkdtemp(join(tmpdir(), 'ferro-')));
  if (!folder) closing.push(() => rm(root, { recursive: true }));
  const site = await openTestSite({ env, folder: root });
  closing.push(() => site.close());
  return { site, author: await site.administrator() };
}
async function serve(kind: ServerKind): Promise<FakeServer> {
  const server = await startFakeServer(kind);
  closing.push(() => server.close());
  return server;
}
const path = '/api/admin/model/settings';
const call = async <T>(who: Person, method: string, at: string, body?: unknown, status = 200): Promise<T> => {
  const response = await who.request(method, at, body);
  expect(response.status, `${method} ${at}`).toBe(status);
  return (await response.json()) as T;
};
const say = async (site: TestSite, message: string) => {
  const { response } = await call<{ response: string }>(site.visitor(), 'POST', '/api/chat', { message });
  return response;
};
const settingsOf = (author: Person) => call<ModelSettings>(author, 'GET', path);

test('the author chooses a server, and readers are answered by it at once and after a restart', async () => {
  const server = await serve('openrouter');
  const { site, author } = await open();
  expect((await settingsOf(author)).inUse).toBeUndefined();
  const draft = { address: server.address, key: 'chiave', model: 'prova/uno' };
  expect(await call(author, 'POST', '/api/admin/model/list', draft)).toMatchObject({
    models: [{ id: 'prova/uno' }, { id: 'prova/due' }],
  });
  const trial = await call<{ answer: string; cost: number }>(author, 'POST', '/api/admin/model/try', draft);
  expect(trial.answer).toBe('Fischiava. La neve, dico.');
  expect(await settingsOf(author)).toMatchObject({ address: '', hasKey: false });
  await call(author, 'PATCH', path, draft);
  expect(await say(site, 'ciao')).toBe('Fischiava. La neve, dico.');
  expect(await settingsOf(author)).toMatchObject({ inUse: 'prova/uno', replies: { model: 1, embedded: [] } });
  await site.close();
  const again = await open({}, site.folder);
  expect(await say(again.site, 'ciao')).toBe('Fischiava. La neve, dico.');
  expect(await settingsOf(again.author)).toMatchObject({ hasKey: true, replies: { model: 2 } });
});

test('the key is shown to nobody, and stands in neither the database nor a backup nor the log', async () => {
  const server = await serve('openrouter');
  const key = 'segretissima-0417';
  const { site, author } = await open();
  const saved = await author.request('PATCH', path, { address: server.address, key, model: 'prova/uno' });
  expect(await saved.text()).not.toContain(key);
  await call(author, 'POST', '/api/admin/model/try', {}, 502);
  await say(site, 'ciao');
  expect(JSON.stringify(await settingsOf(author))).not.toContain(key);
  const backup = await author.request('GET', '/api/admin/backup/database');
  expect(backup.status).toBe(200);
  expect(Buffer.from(await backup.arrayBuffer()).includes(key)).toBe(false);
  await site.close();
  expect(await readFile(join(site.folder, 'data', 'db.json'), 'utf8')).not.toContain(key);
  expect(site.logged.join('\n')).not.toContain(key);
});

test.each(['', '/', '/v1', '/v1/chat/completions', '/api/chat'])(
  'a server is found at the address that ends in "%s"',
  async (ending) => {
    const server = await serve('ollama');
    const { site, author } = await open();
    await call(author, 'PATCH', path, {
      address: server.address.replace('/v1', ending),
      key: 'k',
      model: 'x',
    });
    expect(await say(site, 'ciao')).toBe('Fischiava. La neve, dico.');
    expect(new Set(server.paths)).toEqual(new Set(['/v1/models', '/v1/chat/completions']));
  },
);

test('an address that does not know the call is told as such, and readers are answered all the same', async () => {
  const server = await serve('lm-studio');
  const { site, author } = await open();
  const draft = { address: server.address, model: 'prova/uno' };
  await call(author, 'PATCH', path, draft);
  const unknown = { error: 'Unexpected endpoint or method. (POST /chat/completions)' };
  server.dialect = () => ({ type: 'application/json', parts: [JSON.stringify(unknown)] });
  const { message } = await call<{ message: string }>(author, 'POST', '/api/admin/model/try', draft, 502);
  expect(message).toContain('Questo indirizzo non conosce la chiamata');
  expect(await say(site, 'ciao')).not.toBe('');
  expect((await settingsOf(author)).replies.embedded).toEqual([
    { reason: 'l’indirizzo non conosce la chiamata', count: 1 },
  ]);
});

test('a model that answers in parts, without a finish_reason, is tried and answers readers', async () => {
  const server = await serve('mistral');
  server.dialect = (says) => ({
    parts: says
      .map(
        (text) =>
          `data: ${JSON.stringify({ choices: [{ delta: { content: [{ type: 'text', text }] } }] })}\r\n\r\ndata:\r\n\r\n`,
      )
      .concat('data: [DONE]'),
  });
  const { site, author } = await open();
  const draft = { address: server.address, key: 'chiave', model: 'prova/uno' };
  const trial = await call<{ answer: string }>(author, 'POST', '/api/admin/model/try', draft);
  expect(trial.answer).toBe('Fischiava. La neve, dico.');
  await call(author, 'PATCH', path, draft);
  expect(await say(site, 'ciao')).toBe('Fischiava. La neve, dico.');
});

test('a reader does not notice that the cap is reached; the author does', async () => {
  const server = await serve('ollama');
  const { site, author } = await open({ GROQ_BASE_URL: server.address, MODEL_DAY_TOKENS: '1' });
  const answer = await say(site, 'ciao');
  expect(answer).not.toBe('Fischiava. La neve, dico.');
  expect(answer).not.toMatch(/tetto|modello/);
  const { replies, notices, fixed } = await settingsOf(author);
  expect(replies).toEqual({ model: 0, embedded: [{ reason: 'il tetto di spesa era raggiunto', count: 1 }] });
  expect(notices.join()).toContain('tetto del giorno');
  expect(fixed).toEqual({ connection: true, model: false, limits: ['dayTokens'] });
});

test.each([
  [{ address: 'ollama' }, /http:\/\//],
  [{ limits: { dayTokens: -1 } }, /negativo/],
])('%j is refused in words, and changes nothing', async (body, sentence) => {
  const { author } = await open();
  const before = await settingsOf(author);
  const { message } = await call<{ message: string }>(author, 'PATCH', path, body, 400);
  expect(message).toMatch(sentence);
  expect(await settingsOf(author)).toEqual(before);
});
