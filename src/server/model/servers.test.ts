import { describe, expect, it, onTestFinished } from 'vitest';
import { chatRequest } from '#tests/support/chat-request.ts';
import { startFakeServer, type ServerKind } from '#tests/support/fake-servers.ts';
import { createHostedModel, type HostedOptions } from './hosted.ts';
import { probeOnce, probeWindow } from './probe.ts';
import { readServerAddress } from './server-address.ts';
import { createServerFacts } from './server-facts.ts';
import type { Usage } from './types.ts';

const kinds: ServerKind[] = ['ollama', 'llama.cpp', 'lm-studio', 'openrouter', 'mistral'];
const request = chatRequest(1, 'Che freddo fa?', {
  stablePrompt: 'STABILE',
  questionPrompt: 'DOMANDA',
  history: [
    { role: 'assistant', content: 'Mi è tornata in mente la prima sezione.' },
    { role: 'user', content: 'Ciao' },
    { role: 'user', content: 'Ci sei?' },
    { role: 'assistant', content: 'Ciao.' },
    { role: 'user', content: 'E Ferro?' },
    { role: 'assistant', content: 'Un brano del libro.', embedded: true },
  ],
});
const { signal } = new AbortController();

async function serve(kind: ServerKind, options: Partial<HostedOptions> = {}, change = {}) {
  const server = await startFakeServer(kind, change);
  onTestFinished(() => server.close());
  const apiKey = kind === 'openrouter' || kind === 'mistral' ? 'chiave' : undefined;
  const facts = createServerFacts();
  const model = createHostedModel({
    apiKey,
    baseUrl: server.address,
    model: 'openai/gpt-oss-20b',
    facts,
    ...options,
  });
  const ask = async () => {
    let text = '';
    for await (const piece of model.reply(request, signal)) text += piece;
    return text.trim();
  };
  return { server, model, facts, ask };
}

it.each([
  [undefined, 'https://api.groq.com/openai/v1', true],
  ['https://api.groq.com', 'https://api.groq.com/openai/v1', true],
  ['https://api.groq.com/openai/v1/', 'https://api.groq.com/openai/v1', true],
  ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1', false],
  ['https://openrouter.ai/api/v1/', 'https://openrouter.ai/api/v1', false],
  ['https://api.mistral.ai/v1', 'https://api.mistral.ai/v1', false],
  ['https://notgroq.com/openai/v1', 'https://notgroq.com/openai/v1', false],
])('the address %s is %s', (written, baseURL, isGroq) => {
  expect(readServerAddress(written)).toEqual({ baseURL, isGroq });
});

describe.each(kinds)('%s', (kind) => {
  it('answers, in one system message and turns that alternate, with nothing thought aloud', async () => {
    const spent: Usage[] = [];
    const { server, ask } = await serve(
      kind,
      { onUsage: (usage) => void spent.push(usage) },
      { strict: true },
    );
    expect(await ask()).toBe('Fischiava. La neve, dico.');
    const body = server.bodies.at(-1);
    expect(server.paths.at(-1)).toBe(`${new URL(server.address).pathname}/chat/completions`);
    expect(body?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(body?.messages.at(-1)?.content).toMatch(
      /E Ferro\?\n<\/lettore>\n\nDOMANDA\n\n<lettore>\nChe freddo fa\?\n<\/lettore>$/,
    );
    expect(JSON.stringify(body)).not.toContain('Un brano del libro');
    expect(spent.at(-1)).toEqual({ prompt: expect.any(Number) as number, completion: 9 });
  });

  it('is asked twice where it refuses a parameter, and once from then on', async () => {
    const { server, ask, facts, model } = await serve(kind);
    await ask();
    const first = server.bodies.length;
    await ask();
    expect(server.bodies.length - first).toBe(1);
    const { dropped = [] } = facts.of(model.server);
    expect(dropped.length > 0).toBe(kind === 'lm-studio' || kind === 'mistral');
    for (const name of dropped) expect(server.bodies.at(-1)).not.toHaveProperty(name);
    expect(server.bodies.at(-1)).toMatchObject({
      max_tokens: expect.any(Number) as number,
      temperature: 0.9,
    });
  });

  it('lists its models, with their price where it says so', async () => {
    const { model } = await serve(kind);
    const [one, two] = await model.listModels(signal);
    expect(one?.id).toBe('prova/uno');
    expect(one?.price?.input).toBeCloseTo(0.15);
    expect(two).toEqual({ id: 'prova/due' });
  });
});

it('sends no key where there is none', async () => {
  const { server, ask } = await serve('ollama');
  await ask();
  expect(server.headers.at(-1)).not.toHaveProperty('authorization');
});

it('gives a model that thinks aloud more tokens once it was seen to', async () => {
  const { ask, model } = await serve('lm-studio', { model: 'qwen3-4b' });
  const before = model.answerTokens;
  await ask();
  expect(model.answerTokens).toBeGreaterThan(before);
});

describe('the window of a server', () => {
  it('that cuts in silence is found where the counted tokens stop growing, once', async () => {
    const { server, model, facts } = await serve('ollama');
    expect(model.tokenBudget).toBe(4_000);
    await probeOnce(model, facts, signal);
    const { window } = facts.of(model.server);
    expect(window?.cut).toBe(true);
    expect(window?.tokens).toBeGreaterThan(3_400);
    expect(window?.tokens).toBeLessThanOrEqual(4_096);
    expect(model.tokenBudget).toBe(window?.tokens);
    const asked = server.bodies.length;
    await probeOnce(model, facts, signal);
    expect(server.bodies.length).toBe(asked);
  });

  it.each([2_048, 8_192, 3_000])('is never thought larger than it is (%i tokens)', async (size) => {
    const { model } = await serve('ollama', {}, { window: size });
    const window = await probeWindow(model, signal);
    expect(window?.tokens).toBeLessThanOrEqual(size);
    expect(window?.cut).toBe(size < 8_000);
  });

  it('that refuses what is too large is what it took before', async () => {
    const { model } = await serve('llama.cpp');
    expect(await probeWindow(model, signal)).toEqual({ tokens: expect.any(Number) as number, cut: false });
  });

  it.each<[string, (counted: number) => number | undefined]>([
    ['missing', () => undefined],
    ['constant', () => 512],
    ['zero', () => 0],
    ['growing too little to be tokens', (counted) => 100 + counted / 50],
    [
      'short by chance',
      (() => {
        let calls = 0;
        return (counted: number) => (++calls === 4 ? counted / 2 : counted);
      })(),
    ],
  ])('is not concluded from a count that is %s', async (_, usage) => {
    const { server, model, facts } = await serve('openrouter');
    server.usage = usage;
    expect(await probeWindow(model, signal)).toBeUndefined();
    await probeOnce(model, facts, signal);
    expect(facts.of(model.server).window?.cut).not.toBe(true);
  });

  it('is never probed at Groq', async () => {
    const server = await startFakeServer('ollama');
    onTestFinished(() => server.close());
    const facts = createServerFacts();
    const model = createHostedModel({ apiKey: 'k', baseUrl: server.address.replace('/v1', ''), facts });
    await probeOnce(model, facts, signal);
    expect(server.paths).toEqual([]);
    expect(model.tokenBudget).toBe(8_000);
  });
});
