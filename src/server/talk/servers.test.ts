import { describe, expect, it, onTestFinished } from 'vitest';
import { unlockedSections } from '#shared/gate.ts';
import { broken, dialects, type Dialect } from '#tests/support/dialects.ts';
import { startFakeServer, type ServerKind, type Trouble } from '#tests/support/fake-servers.ts';
import { scriptedModel } from '#tests/support/scripted-model.ts';
import { demoSections } from '#tests/support/sections.ts';
import { createHostedModel } from '../model/hosted.ts';
import { createServerFacts } from '../model/server-facts.ts';
import type { ModelError } from '../model/types.ts';
import { createSpeechForm } from './form.ts';
import { createChatEngine } from './reply.ts';

const persona = { name: 'Nilak', text: 'Sei Nilak.' };
const input = {
  level: 3,
  sections: unlockedSections(demoSections(), 3),
  history: [],
  question: 'Che freddo fa?',
};
const kinds: ServerKind[] = ['ollama', 'llama.cpp', 'lm-studio', 'openrouter', 'mistral'];
/** Milliseconds: what the site waits in a hang, and for what a server asks for. */
const patience = { waitMs: 1_500, timeoutMs: 300, pauseMs: 5 } as const;

const spare = 'Riserva.';
const good = 'Fischiava. La neve, dico.';
const troubles: readonly (readonly [name: string, trouble: Trouble | undefined, by: string, text: RegExp])[] =
  [
    ['nothing wrong', undefined, 'model', /^Fischiava\. La neve, dico\.$/],
    ['401', { kind: 'status', status: 401 }, 'offline', /^Riserva\.$/],
    ['429 without Retry-After', { kind: 'status', status: 429 }, 'offline', /^Riserva\.$/],
    ['429 to be waited for', { kind: 'status', status: 429, retryAfter: '0.1' }, 'offline', /^Riserva\.$/],
    ['429 for an hour', { kind: 'status', status: 429, retryAfter: '3600' }, 'offline', /^Riserva\.$/],
    ['500', { kind: 'status', status: 500 }, 'offline', /^Riserva\.$/],
    ['a hang', { kind: 'hang' }, 'offline', /^Riserva\.$/],
    ['a stream that breaks', { kind: 'cut' }, 'model', /^Fischiava\. Chiudo qui\.$/],
    ['thinking aloud', { kind: 'thinking' }, 'model', /^Fischiava\. La neve, dico\.$/],
    [
      'a reply of 200,000 characters',
      { kind: 'endless' },
      'model',
      /^Ne ho contati 0 e si va avanti\. .{500,}e si va avanti\.$/,
    ],
  ];

describe.each(kinds)('a reader at %s', (kind) => {
  it.each(troubles)('is answered in time, whatever it has: %s', async (_, trouble, by, text) => {
    const server = await startFakeServer(kind);
    onTestFinished(() => server.close());
    server.trouble = trouble;
    const apiKey = kind === 'openrouter' || kind === 'mistral' ? 'chiave' : undefined;
    const model = createHostedModel({
      apiKey,
      baseUrl: server.address,
      model: 'prova/uno',
      facts: createServerFacts(),
    });
    const engine = createChatEngine({
      persona,
      model,
      fallback: scriptedModel('offline', [[spare]]).model,
      form: createSpeechForm({ name: 'Nilak', rules: '', self: '' }),
      endings: ['Chiudo qui.'],
      ...patience,
    });
    const began = performance.now();
    let first: number | undefined;
    let shown = '';
    let done: { text: string; model: string } | undefined;
    for await (const step of engine.reply(input)) {
      if (step.type === 'delta') {
        first ??= performance.now() - began;
        shown += step.text;
      }
      if (step.type === 'reset') shown = '';
      if (step.type === 'done') done = step;
    }
    expect(done?.text).toMatch(text);
    expect(done?.model).toBe(by === 'offline' ? 'offline' : model.name);
    expect(shown.trimEnd()).toBe(done?.text);
    expect(done?.text.length).toBeLessThanOrEqual(1_200);
    // The machine may be slow, not the site: twice its patience.
    expect(first).toBeLessThan(2 * (patience.waitMs + patience.timeoutMs));
  });

  it('is answered by the model again once it is well', async () => {
    const server = await startFakeServer(kind);
    onTestFinished(() => server.close());
    const apiKey = kind === 'openrouter' || kind === 'mistral' ? 'chiave' : undefined;
    const model = createHostedModel({
      apiKey,
      baseUrl: server.address,
      model: 'prova/uno',
      facts: createServerFacts(),
    });
    const fallback = scriptedModel('offline', [[spare]]).model;
    const engine = createChatEngine({ persona, model, fallback, ...patience });
    const said: string[] = [];
    for (const trouble of [{ kind: 'status', status: 500 } as const, undefined]) {
      server.trouble = trouble;
      for await (const step of engine.reply(input)) if (step.type === 'done') said.push(step.text);
    }
    expect(said).toEqual([spare, good]);
  });
});

/** A server of one's own that speaks as `dialect`, its engine, and what a reader is answered, twice. */
async function ask(dialect: Dialect) {
  const server = await startFakeServer('ollama');
  onTestFinished(() => server.close());
  server.dialect = dialect;
  const facts = createServerFacts();
  const model = createHostedModel({ baseUrl: server.address, model: 'prova/uno', facts });
  const fallback = scriptedModel('offline', [[spare]]).model;
  const engine = createChatEngine({ persona, model, fallback, endings: ['Chiudo qui.'], pauseMs: 5 });
  const said: string[] = [];
  for (let turn = 0; turn < 2; turn += 1)
    for await (const step of engine.reply(input)) if (step.type === 'done') said.push(step.text);
  const task = { instructions: 'Scrivi.', text: 'Ciao.', answerTokens: 100 };
  const written = await model
    .write(task, new AbortController().signal)
    .catch((error: unknown) => (error as ModelError).failure);
  return { said, written, facts: facts.of(model.server) };
}

it.each(dialects)('an answer in %s is read as what it says', async (_, dialect) => {
  expect(await ask(dialect)).toMatchObject({ said: [good, good], written: good });
});

it.each(broken)(
  '%s is no whole text, and no reader is left without an answer',
  async (_, dialect, failure) => {
    const { said, written, facts } = await ask(dialect);
    expect(written).toBe(failure);
    for (const text of said) expect(text).toMatch(/^(Riserva\.|Fischiava\.( Chiudo qui\.)?)$/);
    expect(facts.dropped).toBeUndefined();
  },
);

it('learns that a model thinks from thoughts in parts and between marks of any kind', async () => {
  for (const [name, dialect] of dialects) {
    const { facts } = await ask(dialect);
    expect(facts.thinks ?? false, name).toBe(
      /thoughts|reasoning|no stream(, in parts| and)/.test(name) && name !== 'thoughts in ',
    );
  }
});
