import { describe, expect, it, vi } from 'vitest';
import { settleEventLoop } from '#tests/support/latency.ts';
import type { ChatReplyEvent } from '#shared/contracts/chat.ts';
import { AppError } from '#shared/errors.ts';
import { narrator } from '#tests/support/offline.ts';
import { memoryStore } from '#tests/support/memory-store.ts';
import { scriptedModel, type Script } from '#tests/support/scripted-model.ts';
import { demoSections } from '#tests/support/sections.ts';
import { ModelError } from '#server/model/types.ts';
import {
  createChatService,
  waitForReply,
  type ChatService,
  type ChatServiceOptions,
} from './chat.service.ts';
import { createChatEngine } from '#server/talk/reply.ts';

const persona = { name: 'Nilak', text: 'Sei Nilak.' };

function setUp(scripts: Script[], data = memoryStore(), more: Partial<ChatServiceOptions> = {}) {
  data.putSections(demoSections());
  data.putReader('anna', 3);
  const { model, requests } = scriptedModel('model', scripts);
  const engine = createChatEngine({ persona, model, fallback: model });
  // A clock that stands still: the order must not depend on it.
  const service = createChatService({
    store: data.store,
    engine,
    narrator,
    clock: () => Date.UTC(2004, 1, 20),
    ...more,
  });
  return { ...data, service, requests };
}

async function events(service: ChatService, message: string, reader = 'anna') {
  const seen: ChatReplyEvent[] = [];
  for await (const event of service.send(reader, message)) seen.push(event);
  return seen;
}

it('stores message and reply with the level, and answers with the stored reply', async () => {
  const { service, messages } = setUp([['Fischia. Freddo.']]);
  const seen = await events(service, 'Che freddo fa?');
  const [asked, answered] = messages();
  expect(asked).toMatchObject({ readerId: 'anna', role: 'user', content: 'Che freddo fa?', level: 3 });
  expect(answered).toMatchObject({
    readerId: 'anna',
    role: 'assistant',
    content: 'Fischia. Freddo.',
    level: 3,
  });
  expect(seen.at(-1)).toEqual({ type: 'done', response: 'Fischia. Freddo.', timestamp: answered?.timestamp });
  expect(service.history('anna').messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(service.history('bruno').messages).toEqual([]);
});

it('asks no model before the message is on disk', async () => {
  let written = () => {};
  const disk = new Promise<void>((resolve) => (written = resolve));
  const { service, requests } = setUp(
    [['Sì.']],
    memoryStore(() => disk),
  );
  const seen = events(service, 'Ci sei?');
  await settleEventLoop();
  expect(requests).toHaveLength(0);
  written();
  await seen;
  expect(requests).toHaveLength(1);
});

it('refuses when the disk does, and says so', async () => {
  const { service, requests } = setUp(
    [['Sì.']],
    memoryStore(() => Promise.reject(new Error('disk full'))),
  );
  await expect(events(service, 'Ci sei?')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(requests).toHaveLength(0);
});

it('goes on to the end when nobody listens', async () => {
  const { service, messages } = setUp([['Uno. ', new Promise((resolve) => setTimeout(resolve, 20)), 'Due.']]);
  for await (const event of service.send('anna', 'Conta')) {
    if (event.type === 'delta') break;
  }
  void service.send('anna', 'E tu?');
  await service.settled();
  expect(messages().map(({ role, content }) => `${role}: ${content}`)).toEqual([
    'user: Conta',
    'user: E tu?',
    'assistant: Uno. Due.',
    'assistant: Uno. Due.',
  ]);
});

it('answers one message of a reader at a time, and refuses when too many wait', async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  const { service, requests } = setUp([[gate, 'Prima.'], ['Seconda.']]);
  const all = [events(service, 'a'), events(service, 'b'), events(service, 'c'), events(service, 'd')];
  expect(() => service.send('anna', 'e')).toThrow(AppError);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(await events(service, 'io', 'bruno')).toHaveLength(2);
  go();
  await Promise.all(all);
  expect(requests.filter(({ question }) => question !== 'io').map(({ question }) => question)).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
  const third = requests.find(({ question }) => question === 'c');
  expect(third?.history.map(({ content }) => content)).toEqual(['a', 'b', 'Prima.', 'Seconda.']);
});

it('gives timestamps that strictly increase within a millisecond', async () => {
  const { service } = setUp([['Sì.']]);
  await Promise.all([events(service, 'a'), events(service, 'b')]);
  await events(service, 'c');
  const times = service.history('anna').messages.map(({ timestamp }) => timestamp);
  expect(new Set(times).size).toBe(6);
  expect(times.toSorted()).toEqual(times);
});

it('keeps the message when nothing can answer, and answers the next one', async () => {
  const { service, messages } = setUp([[new ModelError('unreachable', 'down')], ['Eccomi.']]);
  await expect(events(service, 'Ci sei?')).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
  expect(messages()).toHaveLength(1);
  expect((await events(service, 'E adesso?')).at(-1)).toMatchObject({ response: 'Eccomi.' });
});

it('uses the level reached while the message waited', async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  const { service, requests, putReader, messages } = setUp([[gate, 'Prima.'], ['Seconda.']]);
  const both = [events(service, 'a'), events(service, 'b')];
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  putReader('anna', 6);
  go();
  await Promise.all(both);
  expect(requests.map(({ level }) => level)).toEqual([3, 6]);
  expect(messages().map(({ content, level }) => `${content} ${level}`)).toEqual([
    'a 3',
    'b 3',
    'Prima. 3',
    'Seconda. 6',
  ]);
});

it('knows nothing at level 0, for a reader nobody has seen', async () => {
  const { service, requests } = setUp([['Ciao.']]);
  await events(service, 'Chi è Ferro?', 'sconosciuta');
  expect(requests[0]).toMatchObject({ level: 0, sections: [] });
});

/** Follows a reply until it has said `text`, then leaves it to itself. */
async function until(text: string, events: AsyncIterable<ChatReplyEvent>) {
  let said = '';
  for await (const event of events) {
    if (event.type === 'delta') said += event.text;
    if (said.includes(text)) return;
  }
}

const never = new Promise<never>(() => {});

it('stops a reply where the reader says, keeps what was said, and goes on with the next', async () => {
  const { service, messages } = setUp([['Uno. ', 'Due. ', never], ['Sono qui.']]);
  const reply = service.send('anna', 'Conta');
  await until('Due.', reply);
  service.stop('anna');
  const seen: ChatReplyEvent[] = [];
  for await (const event of reply) seen.push(event);
  expect(seen.at(-1)).toMatchObject({ type: 'stopped', response: 'Uno. Due.' });
  expect(messages().at(-1)).toMatchObject({ role: 'assistant', content: 'Uno. Due.', interrupted: true });
  expect((await events(service, 'Ci sei?')).at(-1)).toMatchObject({ response: 'Sono qui.' });
});

it('stores nothing of a reply that was stopped before its first word', async () => {
  const { service, messages, requests } = setUp([[never]]);
  const reply = service.send('anna', 'Conta');
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  service.stop('anna');
  const seen: ChatReplyEvent[] = [];
  for await (const event of reply) seen.push(event);
  expect(seen).toMatchObject([{ type: 'stopped', response: '' }]);
  expect(messages().map(({ role }) => role)).toEqual(['user']);
  await service.settled();
});

it('answers anew what was stopped or failed, without the message twice', async () => {
  const { service, messages, requests } = setUp([
    ['Uno. ', never],
    [new ModelError('unreachable', 'down')],
    ['Eccomi.'],
  ]);
  await until('Uno.', service.send('anna', 'Conta'));
  service.stop('anna');
  await service.settled();
  const again = async () => {
    for await (const event of service.retry('anna')) void event;
  };
  await expect(again()).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
  await again();
  expect(messages().map(({ role, content }) => `${role}: ${content}`)).toEqual([
    'user: Conta',
    'assistant: Eccomi.',
  ]);
  expect(requests.at(-1)?.history).toEqual([]);
  expect(() => service.retry('anna')).toThrow(AppError);
  expect(() => service.retry('bruno')).toThrow(AppError);
});

it('gives the reply under way from its beginning to whoever comes back, and nothing when there is none', async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  const { service } = setUp([['Uno. ', gate, 'Due.']]);
  await until('Uno.', service.send('anna', 'Conta'));
  const seen: ChatReplyEvent[] = [];
  const back = (async () => {
    for await (const event of service.pending('anna')) seen.push(event);
  })();
  go();
  await back;
  expect(seen.map(({ type }) => type)).toEqual(['delta', 'delta', 'done']);
  for await (const event of service.pending('anna')) expect.unreachable(event.type);
});

it('forgets for good, the reply being written with it', async () => {
  const { service, messages } = setUp([['Ciao.'], ['Uno. ', never]]);
  await events(service, 'io', 'bruno');
  await until('Uno.', service.send('anna', 'Conta'));
  await service.forget('anna');
  expect(messages().filter(({ readerId }) => readerId === 'anna')).toEqual([]);
  await service.settled();
  expect(service.history('anna').messages).toEqual([]);
}, 2_000);

it('keeps the messages of higher levels out of a lowered history and of its prompts, and gives them back', async () => {
  const { service, putReader, requests } = setUp([['Sì.']]);
  await events(service, 'a');
  putReader('anna', 6);
  await events(service, 'b');
  putReader('anna', 6, 3);
  expect(service.transcript('anna')).toMatchObject({ level: 3, hidden: 2 });
  expect(service.history('anna').messages).toHaveLength(2);
  await events(service, 'c');
  expect(requests.at(-1)).toMatchObject({ level: 3 });
  expect(requests.at(-1)?.history.map(({ content }) => content)).toEqual(['a', 'Sì.']);
  putReader('anna', 6);
  expect(service.history('anna').messages).toHaveLength(6);
});

it('shows a long history by pages, of the open messages alone', () => {
  const { service, putMessages, putReader } = setUp([['Sì.']]);
  const at = (n: number) => new Date(Date.UTC(2004, 0, 1) + n * 1_000).toISOString();
  // Of 450, every third is of a higher level: 300 are open.
  const written = (n: number) => ({ id: `${n}`, readerId: 'anna', role: 'user' as const, content: `${n}` });
  putMessages(
    Array.from({ length: 450 }, (_, n) => ({ ...written(n), level: n % 3 === 0 ? 6 : 1, timestamp: at(n) })),
  );
  putReader('anna', 6, 3);
  const newest = service.history('anna');
  expect(newest.messages).toHaveLength(200);
  expect(newest.messages.at(-1)?.content).toBe('449');
  expect(newest.more).toBe(true);
  const older = service.history('anna', newest.messages[0]?.timestamp);
  expect(older).not.toHaveProperty('more');
  expect(older.messages).toHaveLength(100);
  expect([...older.messages, ...newest.messages].map(({ content }) => content)).toEqual(
    Array.from({ length: 450 }, (_, n) => `${n}`).filter((_, n) => n % 3 > 0),
  );
  expect([...service.transcript('anna').messages]).toHaveLength(300);
  expect(service.history('anna', older.messages[0]?.timestamp)).toEqual({ messages: [] });
});

it('notices once what a code has opened, naming something of it', async () => {
  const { service, putReader, messages } = setUp([['Sì.']]);
  await events(service, 'a');
  expect(await service.notice('anna')).toBeNull();
  putReader('anna', 6);
  const noticed = await service.notice('anna');
  const newest = demoSections().find(({ sectionNumber }) => sectionNumber === 6);
  expect(noticed?.content).toContain(newest?.content.slice(0, 60));
  expect(messages().at(-1)).toMatchObject({ role: 'assistant', level: 6 });
  expect(await service.notice('anna')).toBeNull();
  expect(await service.notice('nuova')).toBeNull();
});

it('writes so many replies at once and no more, keeps the others in line, and refuses past it', async () => {
  const data = memoryStore();
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  const { model, requests } = scriptedModel('model', [[gate, 'Sì.']]);
  const engine = createChatEngine({ persona, model, fallback: model });
  const service = createChatService({
    store: data.store,
    engine,
    narrator,
    replySlots: { places: 2, queue: 1 },
  });
  const all = ['a', 'b', 'c'].map((reader) => events(service, 'Ciao', reader));
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(() => service.send('d', 'Ciao')).toThrow(/in troppi/);
  expect(data.messages()).toHaveLength(3);
  go();
  await Promise.all(all);
  expect(requests).toHaveLength(3);
  expect((await events(service, 'Ciao', 'd')).at(-1)).toMatchObject({ type: 'done' });
});

it('gives up the place in line of a reply that is stopped', async () => {
  const data = memoryStore();
  const { model, requests } = scriptedModel('model', [[never]]);
  const engine = createChatEngine({ persona, model, fallback: model });
  const service = createChatService({
    store: data.store,
    engine,
    narrator,
    replySlots: { places: 1, queue: 1 },
  });
  const [first, second] = [service.send('a', 'Ciao'), service.send('b', 'Ciao')];
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  service.stop('b');
  for await (const event of second) expect(event).toMatchObject({ type: 'stopped', response: '' });
  service.stop('a');
  for await (const event of first) expect(event.type).toBe('stopped');
  expect(requests).toHaveLength(1);
});

describe('what is read out of the book', () => {
  function withBook(text: string, quotes: [number, number][]) {
    const { model } = scriptedModel('offline', [['Mai chiesto.']]);
    const embedded = {
      ...model,
      compose: () => Promise.resolve({ text, quotes, policy: 'richiesta' }),
      find: () => Promise.resolve({ cards: [], passages: [] }),
      forget: () => undefined,
    };
    const engine = createChatEngine({ persona, model: embedded, fallback: embedded, embedded });
    return setUp([], undefined, { engine });
  }

  it('is told with the reply, stored with it and shown again; old messages have none', async () => {
    const quotes: [number, number][] = [[12, 28]];
    const { service, messages, putMessages } = withBook('Dice così:\n\nLa neve fischia.', quotes);
    const seen = await events(service, 'Leggimelo');
    expect(seen.at(-1)).toMatchObject({ type: 'done', quotes });
    expect(seen.at(0)).toEqual({ type: 'delta', text: 'Dice così:\n\nLa neve fischia.' });
    expect(messages().at(-1)).toMatchObject({ content: 'Dice così:\n\nLa neve fischia.', quotes });
    expect(service.history('anna').messages.map((message) => message.quotes)).toEqual([undefined, quotes]);
    const [old] = messages();
    if (old) putMessages([{ ...old, id: 'old', role: 'assistant' }]);
    expect(service.history('anna').messages.at(-1)).not.toHaveProperty('quotes');
    expect(await waitForReply(service.send('anna', 'Ancora'))).toMatchObject({ quotes });
  });

  it('is kept as far as it was said when the reply is stopped', async () => {
    const { service, messages } = withBook('Dice: La neve fischia. E il resto.', [[6, 34]]);
    for await (const event of service.send('anna', 'Leggimelo'))
      if (event.type === 'delta') service.stop('anna');
    await service.settled();
    const last = messages().at(-1);
    expect(last).toMatchObject({ interrupted: true, quotes: [[6, last?.content.length]] });
  });
});

it('suggests nothing while help is listening', async () => {
  const isListening = vi.fn(() => true);
  const { service } = setUp([['Sono qui.']], undefined, { isListening });
  await events(service, 'Non ce la faccio più');
  expect(service.suggestions('anna').questions).toEqual([]);
  expect(isListening).toHaveBeenLastCalledWith(
    [expect.objectContaining({ role: 'user', content: 'Non ce la faccio più' })],
    { sections: expect.any(Array) as unknown[], cards: expect.any(Array) as unknown[] },
  );
  isListening.mockReturnValue(false);
  await events(service, 'Parlami del mercato');
  expect(service.suggestions('anna').questions.length).toBeGreaterThan(0);
});
