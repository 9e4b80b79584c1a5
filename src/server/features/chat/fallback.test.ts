import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startFakeGroq, type FakeGroq, type GroqScript } from '#tests/support/fake-groq.ts';
import { memoryStore } from '#tests/support/memory-store.ts';
import { narrator, siteModel } from '#tests/support/offline.ts';
import { demoSections } from '#tests/support/sections.ts';
import { createHostedModel } from '#server/model/hosted.ts';
import { createChatService } from './chat.service.ts';
import { createChatEngine } from '#server/talk/reply.ts';

let groq: FakeGroq;
beforeAll(async () => void (groq = await startFakeGroq()));
afterAll(() => groq.close());
beforeEach(() => void (groq.bodies.length = 0));

/** Asks the whole engine, the provider playing `scripts`. */
async function ask(scripts: GroqScript[], otherwise: GroqScript) {
  groq.next = [...scripts];
  groq.otherwise = otherwise;
  const data = memoryStore();
  data.putSections(demoSections());
  data.putReader('anna', 3);
  const engine = createChatEngine({
    persona: { name: 'Nilak', text: 'Sei Nilak.' },
    model: createHostedModel({ apiKey: 'k', baseUrl: groq.url, idleMs: 800 }),
    fallback: siteModel(),
    endings: ['Il canale è caduto.'],
    pauseMs: 1,
  });
  const service = createChatService({ store: data.store, engine, narrator });
  let shown = '';
  for await (const event of service.send('anna', 'Chi è zia Maaret?')) {
    if (event.type === 'delta') shown += event.text;
    if (event.type === 'reset') shown = '';
  }
  return {
    shown,
    stored: service.history('anna').messages.map(({ content }) => content),
    requests: groq.bodies.length,
  };
}

const fromTheBook = 'Zia Maaret';

it.each<[string, GroqScript, requests: number]>([
  ['is down', { kind: 'status', status: 503 }, 2],
  ['hangs', { kind: 'hang', pieces: ['È zia'] }, 2],
  ['has spent its limit and asks for an hour', { kind: 'status', status: 429, retryAfter: '3600' }, 1],
  ['has retired the model', { kind: 'status', status: 404, code: 'model_not_found' }, 1],
  ['finds every request too large', { kind: 'status', status: 413 }, 2],
  ['answers with nothing', { kind: 'answer', pieces: [] }, 2],
])('the reader is answered from the book when the provider %s', async (_, script, requests) => {
  const reply = await ask([], script);
  expect(reply.shown).toContain(fromTheBook);
  expect(reply.stored).toEqual(['Chi è zia Maaret?', reply.shown]);
  expect(reply.requests).toBe(requests);
});

it('what was read stays when the provider breaks off, closed in character', async () => {
  const reply = await ask([], { kind: 'cut', pieces: ['È zia di tutti. E po'] });
  expect(reply.shown).toBe('È zia di tutti. Il canale è caduto.');
  expect(reply.stored).toEqual(['Chi è zia Maaret?', reply.shown]);
  expect(reply.requests).toBe(1);
});

it('the provider is heard when it only stumbled', async () => {
  const reply = await ask([{ kind: 'status', status: 500 }], { kind: 'answer', pieces: ['È zia di tutti.'] });
  expect(reply.shown).toBe('È zia di tutti.');
});

it('a request found too large comes back at half the size', async () => {
  const answer: GroqScript = { kind: 'answer', pieces: ['Meglio.'] };
  expect((await ask([{ kind: 'status', status: 413 }], answer)).shown).toBe('Meglio.');
  const [large = '', small = ''] = groq.bodies;
  expect(small.length).toBeLessThan(large.length * 0.7);
});
