import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CardsCost, CardsWriting, ListedCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { startFakeGroq, type FakeGroq } from '../support/fake-groq.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

const sites: TestSite[] = [];
const providers: FakeGroq[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
  for (const groq of providers.splice(0)) await groq.close();
});

const answer = (cards: readonly object[]) => JSON.stringify({ ricordi: cards });
/** Words enough for an answer, none of them a name. */
const spoken = 'Il ponte era bagnato e io camminavo piano, con una mano sulla ringhiera, senza fretta.';
const written = (subject: string, changes: object = {}) => ({
  kind: 'fact',
  about: [],
  asks: [`com'era ${subject}?`, `raccontami di ${subject}`, `che ricordi hai di ${subject}?`],
  says: spoken,
  ...changes,
});
const subjects = 'ponte pioggia ringhiera barca fune lanterna corvo sentiero muro fiume'.split(' ');
const content = Array.from(
  { length: 8 },
  () => 'Pioveva sul ponte e il fiume passava sotto, gonfio e lento, con i rami.',
).join(' ');

async function open(folder?: string) {
  const groq = await startFakeGroq();
  providers.push(groq);
  groq.otherwise = { kind: 'answer', pieces: [answer(subjects.map((subject) => written(subject)))] };
  const env = { GROQ_API_KEY: 'prova', GROQ_BASE_URL: groq.url, DEMO: 'off' };
  const site = await openTestSite({ env, ...(folder && { folder }) });
  sites.push(site);
  const author = await site.administrator();
  return { groq, site, author, call: caller(author) };
}

const caller =
  (author: Person) =>
  async <T>(method: string, path: string, body?: unknown, status = 200): Promise<T> => {
    const response = await author.request(method, `/api${path}`, body);
    expect(response.status, `${method} ${path}`).toBe(status);
    return (await response.json()) as T;
  };
type Call = ReturnType<typeof caller>;

async function addSection(call: Call, sectionNumber: number, text = content): Promise<Section> {
  // Its own summaries are there, so that only cards are asked of the provider.
  const forms = { contentReduced70: 'Pioveva.', contentReduced30: 'Pioveva.', contentLine: 'Pioveva.' };
  return call('POST', '/sections', { sectionNumber, title: 'Il ponte', content: text, ...forms }, 201);
}

const list = (call: Call, id: string) => call<ListedCard[]>('GET', `/sections/${id}/memory-cards`);
const ended = (call: Call) =>
  vi.waitFor(
    async () => {
      const progress = await call<CardsWriting>('GET', '/admin/memory-cards');
      expect(['running', 'waiting']).not.toContain(progress.state);
      return progress;
    },
    { timeout: 15_000, interval: 10 },
  );

async function write(call: Call, { id }: Section): Promise<CardsWriting> {
  await call('POST', `/sections/${id}/memory-cards/write`);
  return ended(call);
}

describe('having cards written', () => {
  test('asks with the text of that section alone, and keeps what comes with its origin', async () => {
    const { groq, call } = await open();
    const secret = await addSection(call, 2, `${content} Laggiù aspettava Tuomas. Vidi Tuomas.`);
    const section = await addSection(call, 1);
    expect(await write(call, section)).toMatchObject({ state: 'idle', requested: [] });
    const cards = await list(call, section.id);
    expect(cards.length).toBeGreaterThan(3);
    expect(cards[0]).toMatchObject({
      says: spoken,
      generated: { by: 'openai/gpt-oss-120b' },
      stale: false,
      later: [],
    });
    expect(groq.bodies.length).toBeGreaterThan(0);
    expect(groq.bodies.join()).not.toMatch(/Tuomas/);
    expect(await list(call, secret.id)).toEqual([]);
  });

  test.each<[string, object]>([
    ['with a name that the section does not have', { says: `${spoken} Con Brunilde.` }],
    ['with a term of a later section', { says: `${spoken} Col solenoide.` }],
    ['of too few words', { says: 'Era bagnato.' }],
    ['of too many words', { says: `${spoken} ${spoken} ${spoken} ${spoken}` }],
    ['with fewer than three ways of asking', { asks: ['com’era?', 'e poi?'] }],
    ['of a kind that is none', { kind: 'now' }],
    ['that answers what the author answers', { asks: ['Chi sei?', 'chi sei tu?', 'e tu chi sei?'] }],
  ])('leaves out a card %s', async (_, changes) => {
    const { groq, call } = await open();
    await addSection(call, 2, `${content} Il solenoide ronzava. Un solenoide si ruppe. Tenni il solenoide.`);
    const section = await addSection(call, 1);
    const own = { sectionId: section.id, kind: 'fact', about: [], asks: ['Chi sei?'], says: 'Sono io.' };
    await call('POST', '/memory-cards', own, 201);
    groq.otherwise = { kind: 'answer', pieces: [answer([written('ponte'), written('muro', changes)])] };
    expect((await write(call, section)).last).toMatchObject({ cards: 1 });
    expect((await list(call, section.id)).map(({ says }) => says)).toEqual(['Sono io.', spoken]);
  });

  test('again takes the place of the older ones, never of hers', async () => {
    const { call } = await open();
    const section = await addSection(call, 1);
    await write(call, section);
    const [first, ...others] = await list(call, section.id);
    await call('PATCH', `/memory-cards/${first?.id}`, { says: 'Ora è mio.' });
    await write(call, section);
    const again = await list(call, section.id);
    expect(again[0]).toMatchObject({ id: first?.id, says: 'Ora è mio.' });
    expect(again[0]).not.toHaveProperty('generated');
    const ids = new Set(again.map(({ id }) => id));
    expect(others.filter(({ id }) => ids.has(id))).toEqual([]);
    expect(again.slice(1).every(({ generated }) => generated)).toBe(true);
    expect(again.map(({ position }) => position)).toEqual(again.map((_, at) => at));
  });

  test('that answers no JSON is asked once more, and then leaves things as they are', async () => {
    const { groq, call } = await open();
    const section = await addSection(call, 1);
    groq.next = [{ kind: 'answer', pieces: ['Ecco i ricordi!'] }];
    expect((await write(call, section)).last?.cards).toBeGreaterThan(0);
    expect(groq.bodies[1]).toContain('non era JSON');
    const before = await list(call, section.id);
    groq.otherwise = { kind: 'answer', pieces: ['Non posso.'] };
    expect((await write(call, section)).last).toMatchObject({ cards: 0 });
    expect(await list(call, section.id)).toEqual(before);
  });

  test('that fails keeps the section asked for, says why, and goes on when told to', async () => {
    const { groq, call } = await open();
    const section = await addSection(call, 1);
    groq.next = [{ kind: 'status', status: 401 }];
    expect(await write(call, section)).toMatchObject({
      state: 'failed',
      requested: [section.id],
      failure: expect.stringContaining('chiave') as string,
    });
    await call('POST', '/admin/memory-cards/retry');
    expect(await ended(call)).toMatchObject({ state: 'idle', requested: [] });
    expect((await list(call, section.id)).length).toBeGreaterThan(3);
  });

  test('is stopped, and what was asked for is forgotten', async () => {
    const { groq, call } = await open();
    const section = await addSection(call, 1);
    groq.otherwise = { kind: 'hang' };
    await call('POST', `/sections/${section.id}/memory-cards/write`);
    await vi.waitFor(() => expect(groq.bodies).toHaveLength(1));
    expect(await call('POST', '/admin/memory-cards/stop')).toMatchObject({ state: 'idle', requested: [] });
    expect(await list(call, section.id)).toEqual([]);
  });

  test('goes on after a restart with what was acknowledged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ferro-cards-'));
    const { groq, site, call } = await open(folder);
    const section = await addSection(call, 1);
    groq.otherwise = { kind: 'hang' };
    await call('POST', `/sections/${section.id}/memory-cards/write`);
    await vi.waitFor(() => expect(groq.bodies).toHaveLength(1));
    await sites.splice(sites.indexOf(site), 1)[0]?.close();
    const second = await open(folder);
    await ended(second.call);
    expect((await list(second.call, section.id)).length).toBeGreaterThan(3);
    await sites.pop()?.close();
    await rm(folder, { recursive: true });
  });
});

describe('before it is asked for', () => {
  test('the cost is told, of the section and of all that have no fresh cards', async () => {
    const { call } = await open();
    const section = await addSection(call, 1);
    await addSection(call, 2);
    const short = await addSection(call, 3, 'Pioveva.');
    const cost = await call<CardsCost>('GET', `/sections/${section.id}/memory-cards/cost`);
    expect(cost).toMatchObject({ section: { sections: 1 }, all: { sections: 2 } });
    expect(cost.section?.price?.cost).toBeGreaterThan(0);
    expect(cost.all.input).toBe((cost.section?.input ?? 0) * 2);
    await write(call, section);
    const { all } = await call<CardsCost>('GET', `/sections/${section.id}/memory-cards/cost`);
    expect(all.sections).toBe(1);
    expect(await call('GET', `/sections/${short.id}/memory-cards/cost`)).not.toHaveProperty('section');
    await call('POST', `/sections/${short.id}/memory-cards/write`, undefined, 422);
  });

  test('all are written in the order of the book', async () => {
    const { call } = await open();
    const second = await addSection(call, 2);
    const first = await addSection(call, 1);
    const asked = await call<CardsWriting>('POST', '/admin/memory-cards');
    expect(asked.requested).toEqual([first.id, second.id]);
    expect(await ended(call)).toMatchObject({ requested: [] });
    for (const { id } of [first, second]) expect((await list(call, id)).length).toBeGreaterThan(3);
  });

  test('nothing is written without a provider', async () => {
    const site = await openTestSite({ env: { DEMO: 'off' } });
    sites.push(site);
    const call = caller(await site.administrator());
    const section = await addSection(call, 1);
    await call('POST', `/sections/${section.id}/memory-cards/write`, undefined, 422);
    expect(await call('GET', '/admin/memory-cards')).toEqual({ state: 'idle', requested: [] });
  });
});
