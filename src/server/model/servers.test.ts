import { describe, expect, it, onTestFinished } from 'vitest';
import { chatRequest } from '#tests/support/chat-request.ts';
import { startFakeServer, type Body, type Refusal, type ServerKind } from '#tests/support/fake-servers.ts';
import { createHostedModel, type HostedOptions } from './hosted.ts';
import { probeOnce, probeWindow } from './probe.ts';
import { readServerAddress } from './server-address.ts';
import { createServerFacts } from './server-facts.ts';
import type { ModelFailure, Usage } from './types.ts';

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
  ['https://api.groq.com/openai', 'https://api.groq.com/openai/v1', true],
  ['https://gateway.example/v1/conto/groq', 'https://gateway.example/v1/conto/groq', true],
  ['http://localhost:11434', 'http://localhost:11434/v1', false],
  [' http://localhost:1234/ ', 'http://localhost:1234/v1', false],
  ['http://127.0.0.1:11434/v1/chat/completions', 'http://127.0.0.1:11434/v1', false],
  ['http://127.0.0.1:11434/api/chat', 'http://127.0.0.1:11434/v1', false],
  ['http://127.0.0.1:1234/v1/models?x=1', 'http://127.0.0.1:1234/v1', false],
  ['https://api.deepseek.com', 'https://api.deepseek.com/v1', false],
  ['https://openrouter.ai', 'https://openrouter.ai/api/v1', false],
  ['https://api.example/paas/v4/', 'https://api.example/paas/v4', false],
  ['https://api.example/inference/chat/completions', 'https://api.example/inference', false],
  ...['', '/v1beta', '/v1beta/openai/', '/v1beta/openai/chat/completions'].map(
    (ending): [string, string, boolean] => [
      `https://generativelanguage.googleapis.com${ending}`,
      'https://generativelanguage.googleapis.com/v1beta/openai',
      false,
    ],
  ),
])('the address %s is %s', (written, baseURL, isGroq) => {
  expect(readServerAddress(written)).toEqual({ baseURL, isGroq });
});

const counted = { prompt_tokens: 20, completion_tokens: 9 };
const spent = { prompt: 20, completion: 9 };

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

it.each<[string, object, Usage]>([
  [
    'OpenAI',
    { usage: { ...counted, prompt_tokens_details: { cached_tokens: 15 } } },
    { ...spent, cached: 15 },
  ],
  [
    'Groq',
    { x_groq: { usage: { ...counted, prompt_tokens_details: { cached_tokens: 15 } } } },
    { ...spent, cached: 15 },
  ],
  ['DeepSeek', { usage: { ...counted, prompt_cache_hit_tokens: 15 } }, { ...spent, cached: 15 }],
  ['nobody', { usage: { ...counted, prompt_tokens_details: null } }, spent],
])('passes on what of a prompt was kept from before, as %s counts it', async (_, event, usage) => {
  const all: Usage[] = [];
  const { server, ask } = await serve('ollama', { onUsage: (one) => void all.push(one) });
  server.dialect = () => ({
    parts: [
      `data: ${JSON.stringify({ choices: [{ delta: { content: 'Ciao.' }, finish_reason: 'stop' }] })}\n\n`,
      `data: ${JSON.stringify({ choices: [], ...event })}\n\n`,
    ],
  });
  await ask();
  expect(all).toEqual([usage]);
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

const refusal = (status: number, error: unknown): Refusal => ({ status, body: { error } });
const once = (given: Refusal) => {
  let left = 1;
  return () => (left-- > 0 ? given : undefined);
};
const when = (test: (body: Body) => boolean, given: Refusal) => (body: Body) =>
  test(body) ? given : undefined;
const hasSystem = ({ messages }: Body) => messages[0]?.role === 'system';

describe('a refusal', () => {
  const toolUse = {
    message: 'Tool choice is none, but model called a tool',
    type: 'invalid_request_error',
    code: 'tool_use_failed',
    failed_generation: 'Le temperature scendono, top_p.',
  };
  it.each<[string, (body: Body) => Refusal | undefined, dropped: string[] | undefined, requests: number]>([
    ['tool_use_failed, once', once(refusal(400, toolUse)), undefined, 2],
    [
      'output_parse_failed, once',
      once(refusal(400, { message: 'Parsing failed.', code: 'output_parse_failed' })),
      undefined,
      2,
    ],
    ['that names nothing, once', once(refusal(400, { message: 'Provider returned error' })), undefined, 2],
    [
      'that repeats what was sent, once',
      once({ status: 422, body: { detail: [{ msg: 'invalid', input: { temperature: 0.9 } }] } }),
      undefined,
      2,
    ],
    [
      'that names nothing, of one parameter',
      when((body) => 'stream_options' in body, refusal(400, 'bad request')),
      ['top_p', 'stream_options', 'reasoning_effort'],
      3,
    ],
    [
      'of temperature',
      when(({ temperature }) => temperature !== 1 && temperature !== undefined, {
        status: 400,
        body: {
          error: { message: "'temperature' does not support 0.9 with this model. Only the default (1)." },
        },
      }),
      ['temperature'],
      2,
    ],
    [
      'of system messages',
      when(hasSystem, refusal(400, { message: 'System role not supported' })),
      ['system'],
      2,
    ],
    [
      'of system messages by a template',
      when(hasSystem, refusal(500, { code: 500, message: 'Jinja Exception: System role not supported' })),
      ['system'],
      2,
    ],
    [
      'of system messages as no turn',
      when(hasSystem, refusal(400, 'Conversation roles must alternate user/assistant/user/assistant/...')),
      ['system'],
      2,
    ],
    [
      'of system messages at Google',
      when(
        hasSystem,
        refusal(400, { code: 400, message: 'Developer instruction is not enabled for models/gemma' }),
      ),
      ['system'],
      2,
    ],
    [
      'of system messages by role',
      when(
        hasSystem,
        refusal(400, { message: "'messages[0].role' does not support 'system' with this model." }),
      ),
      ['system'],
      2,
    ],
  ])('%s: the reader is answered, and only what lasts is learned', async (_, refuses, dropped, requests) => {
    const { server, model, facts, ask } = await serve('openrouter');
    server.refuses = refuses;
    expect(await ask()).toBe('Fischiava. La neve, dico.');
    expect(server.bodies.length).toBe(requests);
    expect(facts.of(model.server).dropped).toEqual(dropped);
    await ask();
    const last = server.bodies.at(-1);
    expect(server.bodies.length).toBe(requests + 1);
    for (const name of dropped ?? []) expect(last).not.toHaveProperty(name);
    if (dropped === undefined) expect(last).toMatchObject({ temperature: 0.9, top_p: 0.95 });
    const text = last?.messages.map(({ content }) => content).join('\n');
    expect(text).toContain('STABILE');
    expect(last?.messages[0]?.role).toBe(dropped?.includes('system') ? 'user' : 'system');
  });

  it('of a temperature of 0 has nothing to refuse', async () => {
    const { server, model, facts } = await serve('openrouter');
    server.refuses = when(
      ({ temperature }) => temperature === 0,
      refusal(422, 'Input validation error: `temperature` must be strictly positive'),
    );
    await probeOnce(model, facts, signal);
    expect(facts.of(model.server)).toMatchObject({ window: { tokens: 10_800, cut: false } });
  });

  it.each<[string, Refusal, ModelFailure]>([
    ['404 of a path', { status: 404, body: { detail: 'Not Found' } }, 'wrong-address'],
    ['404 of a model', refusal(404, { message: 'model "x" not found, try pulling it first' }), 'retired'],
    ['405', refusal(405, 'Method Not Allowed'), 'wrong-address'],
    ['tool_use_failed for ever', refusal(400, toolUse), 'interrupted'],
    ['of everything', refusal(400, 'no'), 'refused'],
  ])('%s is told apart, and teaches nothing', async (_, given, failure) => {
    const { server, model, facts, ask } = await serve('openrouter');
    server.refuses = () => given;
    await expect(ask()).rejects.toMatchObject({ failure });
    expect(facts.of(model.server)).toEqual({});
  });

  it('of the list of models is told', async () => {
    const { model } = await serve(
      'lm-studio',
      {},
      { lists: { error: 'Unexpected endpoint or method. (GET /models)' } },
    );
    await expect(model.listModels(signal)).rejects.toMatchObject({ failure: 'wrong-address' });
  });
});

describe('the window of a server', () => {
  it('that cuts in silence is found where the counted tokens stop growing, once', async () => {
    const { server, model, facts } = await serve('ollama');
    expect(model.tokenBudget).toBe(4_096);
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
    expect(window?.cut).toBe(true);
  });

  it('that refuses what is too large is what it took before', async () => {
    const { model } = await serve('llama.cpp');
    expect(await probeWindow(model, signal)).toMatchObject({
      tokens: expect.any(Number) as number,
      cut: false,
    });
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

  it.each<[string, Refusal, known: number | undefined, then: number]>([
    ['that says its size', refusal(400, { message: 'maximum context length is 2048 tokens' }), 8_000, 2_048],
    [
      'of llama.cpp',
      refusal(400, { type: 'exceed_context_size_error', message: 'x', n_ctx: 512 }),
      undefined,
      512,
    ],
    ['that says nothing of it', { status: 413, body: {} }, 600, 300],
    ['of more than was known to fit', { status: 413, body: {} }, 300, 300],
  ])('is learned from a refusal %s', async (_, given, known, then) => {
    const { server, model, facts, ask } = await serve('openrouter');
    if (known !== undefined) facts.learn(model.server, { window: { tokens: known, cut: false } });
    server.refuses = () => given;
    await expect(ask()).rejects.toMatchObject({ failure: 'too-large' });
    expect(Math.abs(model.tokenBudget - then)).toBeLessThan(40);
  });

  it('is asked again where it may have grown since', async () => {
    const { server, model, facts } = await serve('ollama', {}, { window: 2_048 });
    await probeOnce(model, facts, signal);
    const before = server.bodies.length;
    await probeOnce(model, facts, signal, true);
    expect(server.bodies.length).toBeGreaterThan(before);
    expect(model.tokenBudget).toBeLessThanOrEqual(2_048);
  });

  it('is looked for past a refusal of the second request in a second', async () => {
    const { server, model } = await serve('openrouter');
    let requests = 0;
    server.refuses = () =>
      (requests += 1) === 2 ? { ...refusal(429, 'slow down'), retryAfter: '0.01' } : undefined;
    expect(await probeWindow(model, signal)).toMatchObject({ tokens: 10_800, cut: false });
  });

  it('is not concluded from a failure at its edge', async () => {
    const { server, model, facts } = await serve('ollama');
    let requests = 0;
    server.refuses = () => ((requests += 1) === 7 ? refusal(503, 'Loading model') : undefined);
    await expect(probeOnce(model, facts, signal)).rejects.toMatchObject({ failure: 'unreachable' });
    expect(facts.of(model.server).window).toBeUndefined();
  });

  it('is never probed at Groq', async () => {
    const server = await startFakeServer('ollama');
    onTestFinished(() => server.close());
    const facts = createServerFacts();
    const model = createHostedModel({ apiKey: 'k', baseUrl: server.address.replace('/v1', '/groq'), facts });
    await probeOnce(model, facts, signal);
    expect(server.paths).toEqual([]);
    expect(model.tokenBudget).toBe(10_500);
  });
});
