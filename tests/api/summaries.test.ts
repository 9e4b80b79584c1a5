import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ChatReply } from '#shared/contracts/chat.ts';
import type { Rehearsal } from '#shared/contracts/rehearsal.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { SpoilerCheck } from '#shared/contracts/spoiler-check.ts';
import type { SummariesProgress } from '#shared/contracts/summaries.ts';
import { unlockedCards, unlockedSections } from '#shared/gate.ts';
import { startFakeGroq, type FakeGroq } from '../support/fake-groq.ts';
import { demoSections } from '../support/sections.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function newSite(env: Record<string, string> = {}, folder?: string) {
  const site: TestSite = await openTestSite({ env, folder });
  open.push(site);
  return { site, author: await site.administrator() };
}

async function withGroq() {
  const groq: FakeGroq = await startFakeGroq();
  open.push(groq);
  return { groq, env: { GROQ_API_KEY: 'k', GROQ_BASE_URL: groq.url } };
}

async function json<T>(person: Person, method: string, path: string, body?: unknown): Promise<T> {
  const response = await person.request(method, `/api${path}`, body);
  expect(response.status, `${method} ${path}`).toBeLessThan(300);
  return (await response.json()) as T;
}

async function until(author: Person, wanted: (progress: SummariesProgress) => boolean) {
  return vi.waitFor(
    async () => {
      const progress = await json<SummariesProgress>(author, 'GET', '/admin/summaries');
      expect(wanted(progress), progress.state).toBe(true);
      return progress;
    },
    { timeout: 15_000, interval: 20 },
  );
}

async function readerAt(site: TestSite, level: number): Promise<Person> {
  const [code] = [...site.store.unlockCodes.values()].filter(({ maxSection }) => maxSection === level);
  return site.reader(code?.code ?? '');
}

function openCardsAt({ store }: TestSite, level: number): number {
  return unlockedCards(store.memoryCards.values(), unlockedSections(store.sections.values(), level), level)
    .length;
}

const [market] = demoSections();
const { content = '' } = market ?? {};

describe('the summaries of a book', () => {
  test('are made after a save, never over the author’s, and made again after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ferro-'));
    open.push({ close: () => rm(folder, { recursive: true, force: true }) });
    const { site, author } = await newSite({ DEMO: 'off' }, folder);
    const made = await json<Section>(author, 'POST', '/sections', {
      sectionNumber: 1,
      title: 'Uno',
      content,
    });
    expect(made).not.toHaveProperty('contentReduced30');
    expect(await until(author, ({ state }) => state === 'idle')).toMatchObject({
      done: 1,
      total: 1,
      maker: 'inHouse',
    });
    const [stored] = await json<Section[]>(author, 'GET', '/sections');
    expect(stored?.generated).toMatchObject({ reduced30: { by: 'inHouse' }, line: { by: 'inHouse' } });

    await json(author, 'PATCH', `/sections/${made.id}`, { contentLine: 'La mia frase.' });
    await json(author, 'POST', `/sections/${made.id}/summaries/reduced70/regenerate`);
    await until(author, ({ state }) => state === 'idle');
    const [edited] = await json<Section[]>(author, 'GET', '/sections');
    expect(edited).toMatchObject({ contentLine: 'La mia frase.' });
    expect(edited?.generated).not.toHaveProperty('line');

    // The section's text is changed, and the server stops before anything was made anew.
    await json(author, 'PATCH', `/sections/${made.id}`, { content: `${content}\n\nPoi smise di nevicare.` });
    await site.close();
    open.pop();
    const again = await newSite({ DEMO: 'off' }, folder);
    expect(await until(again.author, ({ state }) => state === 'idle')).toMatchObject({ done: 1, stale: [] });
    expect(again.site.store.sections.get(made.id)).toMatchObject({ contentLine: 'La mia frase.' });
  });

  test('of a text that is cut go with it, and nobody is told what is no longer in the book', async () => {
    const { site, author } = await newSite({ DEMO: 'off' });
    const made = await json<Section>(author, 'POST', '/sections', {
      sectionNumber: 1,
      title: 'Uno',
      content,
    });
    await json(author, 'POST', '/unlock-codes', { code: 'mare-2345', maxSection: 1 });
    await until(author, ({ state, done }) => state === 'idle' && done === 1);
    const [{ contentReduced30: old = '' } = made] = await json<Section[]>(author, 'GET', '/sections');
    expect(old.length).toBeGreaterThan(100);
    const told = async () => {
      const reader = await site.reader('mare-2345');
      const { response } = await json<{ response: string }>(reader, 'POST', '/chat', {
        message: 'Raccontami che cosa è successo.',
      });
      const recap = await (await reader.request('GET', '/api/chat/recap')).text();
      const rehearsal = { level: 1, question: 'Che cosa è successo?' };
      return [
        response,
        recap,
        JSON.stringify(await json(author, 'POST', '/admin/rehearsal', rehearsal)),
      ].join('\n');
    };
    const sentences = (old.match(/[^.!?]{30,}/g) ?? []).map((sentence) => sentence.trim());
    const ofOld = (text: string) => sentences.filter((sentence) => text.includes(sentence));

    await json(author, 'PATCH', `/sections/${made.id}`, { content: 'Solo poche parole nuove.' });
    const [short] = await json<Section[]>(author, 'GET', '/sections');
    expect(short).not.toHaveProperty('contentReduced30');
    expect(short).not.toHaveProperty('contentLine');
    expect(ofOld(await told())).toEqual([]);
  });

  test('are asked of the provider with one section’s text, and a key it refuses is told in one sentence', async () => {
    const { groq, env } = await withGroq();
    groq.otherwise = { kind: 'status', status: 401, code: 'invalid_api_key' };
    const { site, author } = await newSite({ ...env, DEMO: 'off' });
    await json(author, 'POST', '/sections', {
      sectionNumber: 2,
      title: 'Due',
      content: 'Altro testo. '.repeat(40),
    });
    await json(author, 'POST', '/sections', { sectionNumber: 1, title: 'Titolo primo', content });
    const failed = await until(author, ({ state }) => state === 'failed');
    expect(failed.failure).toContain('GROQ_API_KEY');
    for (const body of groq.bodies) {
      expect(body).not.toContain('Titolo primo');
      expect(body.includes('Altro testo') && body.includes(content.slice(0, 60))).toBe(false);
    }
    expect(await json(author, 'GET', '/admin/model')).toMatchObject({
      offline: false,
      problem: { message: failed.failure },
    });
    const log = site.logged.join('\n');
    expect(log).toContain('bad-key');
    expect(log).not.toContain(content.slice(0, 40));

    await json(author, 'POST', '/admin/summaries/retry', { withoutModel: true });
    expect(await until(author, ({ state }) => state === 'idle')).toMatchObject({ done: 2 });
  });

  test('are refused in one sentence where there is nothing to make', async () => {
    const { author } = await newSite();
    const short = await json<Section>(author, 'POST', '/sections', {
      sectionNumber: 40,
      title: 'a',
      content: 'b',
    });
    for (const [path, status] of [
      [`/sections/${short.id}/summaries/reduced30/regenerate`, 422],
      ['/sections/nessuna/summaries/line/regenerate', 404],
      [`/sections/${short.id}/summaries/altro/regenerate`, 400],
    ] as const)
      expect((await author.request('POST', `/api${path}`)).status, path).toBe(status);
  });
});

describe('a rehearsal', () => {
  test('answers as readers are answered, shows what entered, and leaves no trace', async () => {
    const { site, author } = await newSite();
    const before = [site.store.users.size, site.store.chatMessages.size];
    const at3 = await json<Rehearsal>(author, 'POST', '/admin/rehearsal', {
      level: '3',
      question: 'Come hai riacceso l’orso?',
    });
    expect(at3.response).toMatch(/\p{L}/u);
    expect(at3.stable.flatMap(({ sections }) => sections)).toEqual([1, 2, 3]);
    expect(at3.locked).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(at3.price).toEqual({ kind: 'free' });
    expect(at3.messages.map(({ content: text }) => text).join()).not.toContain('Irja');
    const { frame, prompt } = at3.tokens;
    const entries = [...at3.stable, ...at3.forQuestion].reduce((sum, { tokens }) => sum + tokens, 0);
    expect(frame + entries).toBe(prompt);

    const at0 = await json<Rehearsal>(author, 'POST', '/admin/rehearsal', { level: 0, question: 'Chi sei?' });
    expect(at0).toMatchObject({ stable: [], forQuestion: [], level: 0 });
    expect(at0).not.toHaveProperty('before');
    expect([site.store.users.size, site.store.chatMessages.size]).toEqual(before);
  });

  test('answers a question of the story word for word as a new reader of the level is answered, with its quotes', async () => {
    const { site, author } = await newSite();
    const ask = 'Leggimi dove l’orso si riaccende';
    for (const question of [ask, 'Quanto pesa Ferro?', 'Che fine ha fatto Irja?', 'vorrei morire']) {
      const reader = await readerAt(site, 3);
      const { response, quotes } = await json<ChatReply>(reader, 'POST', '/chat', { message: question });
      const tried = await json<Rehearsal>(author, 'POST', '/admin/rehearsal', { level: 3, question });
      expect([tried.response, tried.quotes]).toEqual([response, quotes]);
      if (question === ask) expect(quotes).toHaveLength(1);
      expect(tried.price).toEqual({ kind: 'free' });
    }
  });

  test('sends a provider what a reader’s first message sends, cards and nothing of the locked part', async () => {
    const { groq, env } = await withGroq();
    const { site, author } = await newSite(env);
    const question = 'Come hai riacceso l’orso?';
    await json(await readerAt(site, 3), 'POST', '/chat', { message: question });
    const tried = await json<Rehearsal>(author, 'POST', '/admin/rehearsal', { level: 3, question });
    expect(groq.bodies).toHaveLength(2);
    expect(groq.bodies[1]).toBe(groq.bodies[0]);
    expect(tried.cards).toBe(openCardsAt(site, 3));
    expect(tried.cards).toBeLessThan(site.store.memoryCards.size);
    expect(tried.forQuestion.map(({ size }) => size)).toContain('card');
  });

  test('costs what the list says, and tells why the provider did not answer', async () => {
    const { groq, env } = await withGroq();
    const { author } = await newSite(env);
    const ask = () =>
      json<Rehearsal>(author, 'POST', '/admin/rehearsal', { level: 1, question: 'Che freddo fa?' });
    const told = await ask();
    expect(told).toMatchObject({ model: 'openai/gpt-oss-120b', price: { kind: 'listed', currency: 'USD' } });
    expect(told.price).toMatchObject({
      cost: expect.closeTo((told.tokens.prompt * 0.15 + told.tokens.response * 0.6) / 1e6, 9) as number,
    });
    // Exactly what the provider got.
    const body = JSON.parse(groq.bodies.at(-1) ?? '') as { messages: unknown };
    expect(body.messages).toEqual(told.messages);

    groq.otherwise = { kind: 'status', status: 404, code: 'model_decommissioned' };
    const failed = await ask();
    expect(failed.failure).toContain('GROQ_MODEL');
    expect(failed.price).toEqual({ kind: 'free' });
  });

  test('of a model that is on no list says so', async () => {
    const { env } = await withGroq();
    const { author } = await newSite({ ...env, GROQ_MODEL: 'altro/modello' });
    const told = await json<Rehearsal>(author, 'POST', '/admin/rehearsal', { level: 1, question: 'Ciao' });
    expect(told.price).toEqual({ kind: 'unknown' });
  });
});

test('the check of the demonstration site runs in the background and asks the provider nothing', async () => {
  const { groq, env } = await withGroq();
  const { author } = await newSite(env);
  expect(await json<SpoilerCheck>(author, 'POST', '/admin/spoiler-check')).toMatchObject({
    state: 'running',
  });
  const stopped = await json<SpoilerCheck>(author, 'POST', '/admin/spoiler-check/cancel');
  expect(stopped.state).toBe('idle');
  expect(groq.bodies).toEqual([]);
});
