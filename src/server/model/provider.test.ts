import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { chatRequest } from '#tests/support/chat-request.ts';
import { startFakeServer, type ServerKind } from '#tests/support/fake-servers.ts';
import { modelFiles } from '#tests/support/model-files.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createModelHealth } from './health.ts';
import { openProvider, type ProviderOptions } from './provider.ts';
import type { KeptSettings } from './settings-file.ts';

async function setUp(environment: KeptSettings = { limits: {} }, more: Partial<ProviderOptions> = {}) {
  const dataDir = await temporaryFolder();
  const options = {
    files: modelFiles(dataDir),
    environment,
    prices: {},
    waitMs: 5_000,
    health: createModelHealth(),
    onError: () => undefined,
  };
  const open = async () => {
    const provider = await openProvider({ ...options, ...more });
    onTestFinished(() => provider.close());
    return provider;
  };
  return { dataDir, open };
}

async function serve(kind: ServerKind) {
  const server = await startFakeServer(kind);
  onTestFinished(() => server.close());
  return server;
}
const { signal } = new AbortController();

it('has no model without a key, and one at once when the author says where it is', async () => {
  const { open } = await setUp();
  const server = await serve('ollama');
  const provider = await open();
  expect(provider.chat).toBeUndefined();
  await provider.save({ address: server.address, model: 'prova/uno' });
  expect(provider.chat?.name).toBe('prova/uno');
  expect(provider.price?.input).toBeCloseTo(0.15);
  await provider.save({ address: '' });
  expect(provider.chat).toBeUndefined();
});

it('keeps what was set in a file of its owner’s, with the key, across a restart', async () => {
  const { dataDir, open } = await setUp();
  const server = await serve('openrouter');
  const first = await open();
  await first.save({ address: server.address, key: 'chiave', model: 'prova/due', limits: { dayTokens: 9 } });
  const path = join(dataDir, 'model-settings.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, 'utf8')).toContain('chiave');
  const second = await open();
  expect(second.settings).toMatchObject({ key: 'chiave', model: 'prova/due', limits: { dayTokens: 9 } });
});

it('never sends a key to another address than it was given for', async () => {
  const { open } = await setUp();
  const [one, other] = [await serve('openrouter'), await serve('ollama')];
  const provider = await open();
  await provider.save({ address: one.address, key: 'chiave' });
  await provider.list({ address: other.address }, signal);
  await provider.tryOut({ address: other.address }, signal);
  await provider.save({ address: other.address });
  for (const headers of other.headers) expect(headers).not.toHaveProperty('authorization');
  expect(provider.settings.key).toBeUndefined();
  expect((await provider.list({ address: one.address, key: 'chiave' }, signal)).length).toBe(2);
});

it('obeys the environment before the panel: its key goes to its own address alone', async () => {
  const { open } = await setUp({ key: 'chiave', limits: { dayTokens: 50 } });
  const server = await serve('ollama');
  const provider = await open();
  await provider.save({ address: server.address, model: 'scelto', limits: { dayTokens: 9, monthTokens: 7 } });
  expect(provider.settings).toMatchObject({ key: 'chiave', address: undefined, model: 'scelto' });
  expect(provider.settings.limits).toEqual({ dayTokens: 50, monthTokens: 7 });
  expect(server.headers.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
});

it('tries a model with one real call, and counts what it cost', async () => {
  const { open } = await setUp();
  const server = await serve('mistral');
  const provider = await open();
  const tried = await provider.tryOut({ address: server.address, key: 'chiave', model: 'prova/due' }, signal);
  expect(tried.answer).toBe('Fischiava. La neve, dico.');
  expect(provider.meter.report().today.prompt).toBe(tried.usage.prompt);
  await expect(provider.tryOut({ address: server.address, key: 'falsa' }, signal)).rejects.toMatchObject({
    failure: 'bad-key',
  });
});

it('asks nobody once a limit is reached', async () => {
  const { open } = await setUp({ limits: { dayTokens: 1_000, readerShare: 50 } });
  const server = await serve('ollama');
  const provider = await open();
  await provider.save({ address: server.address });
  const admission = await provider.admit(400, 'anna', 0);
  admission.settle({ prompt: 400, completion: 50 });
  await expect(provider.admit(100, 'anna', 0)).rejects.toMatchObject({
    failure: 'capped',
    limit: 'readerShare',
  });
  provider.meter.spend({ prompt: 900, completion: 50 }, undefined);
  await expect(provider.admit(100, 'bruno', 0)).rejects.toMatchObject({ limit: 'dayTokens' });
  await expect(
    provider.writing?.write({ instructions: 'Scrivi.', text: 'x', answerTokens: 100 }, signal),
  ).rejects.toMatchObject({ failure: 'capped' });
});

it('asks a server that was still loading for its window once it has answered', async () => {
  const { open } = await setUp();
  const server = await serve('ollama');
  let isLoading = true;
  server.refuses = () =>
    isLoading ? { status: 503, body: { error: { message: 'Loading model' } } } : undefined;
  const provider = await open();
  await provider.save({ address: server.address, model: 'prova/uno' });
  await expect.poll(() => server.bodies.length).toBe(1);
  const ask = async () => {
    for await (const piece of provider.chat?.reply(chatRequest(1, 'Ciao'), signal) ?? []) void piece;
  };
  await expect(ask()).rejects.toMatchObject({ failure: 'unreachable' });
  expect(provider.window).toBeUndefined();
  isLoading = false;
  await ask();
  await expect.poll(() => provider.window?.cut).toBe(true);
  const asked = server.bodies.length;
  await ask();
  expect(server.bodies.length).toBe(asked + 1);
});
