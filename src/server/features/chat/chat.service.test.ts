import { expect, it } from 'vitest';
import type { ChatReplyEvent } from '../../../shared/contracts/chat.ts';
import { AppError } from '../../../shared/errors.ts';
import { narrator } from '../../../../tests/support/offline.ts';
import { memoryStore } from '../../../../tests/support/memory-store.ts';
import { scriptedModel, type Script } from '../../../../tests/support/scripted-model.ts';
import { demoSections } from '../../../../tests/support/sections.ts';
import { ModelError } from '../../model/types.ts';
import { createChatService, type ChatService } from './chat.service.ts';
import { createChatEngine } from './reply.ts';

const persona = { name: 'Nilak', text: 'Sei Nilak.' };

function setUp(scripts: Script[], data = memoryStore()) {
  data.putSections(demoSections());
  data.putReader('anna', 3);
  const { model, requests } = scriptedModel('model', scripts);
  const engine = createChatEngine({ persona, model, fallback: model });
  // A clock that stands still: the order must not depend on it.
  const service = createChatService({ store: data.store, engine, narrator, clock: () => Date.UTC(2004, 1, 20) });
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
  await new Promise((resolve) => setTimeout(resolve, 20));
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
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(requests).toHaveLength(1);
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
  await new Promise((resolve) => setTimeout(resolve, 5));
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
  expect(requests[0]).toMatchObject({ level: 0, sections: [], passages: [] });
});
