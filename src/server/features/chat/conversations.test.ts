import { describe, expect, it } from 'vitest';
import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import { memoryStore } from '#tests/support/memory-store.ts';
import { demoSections } from '#tests/support/sections.ts';
import { createConversations } from './conversations.ts';

const start = Date.UTC(2004, 0, 1, 12);

function setUp({ isBusy = false, now = start } = {}) {
  const data = memoryStore();
  data.putSections(demoSections());
  let ids = 0;
  const erasedAt: number[] = [];
  const conversations = createConversations({
    store: data.store,
    clock: () => now,
    newId: () => `m${(ids += 1)}`,
    isBusy: () => isBusy,
    noteErasure: (_readerId, _what, at) => (erasedAt.push(at), []),
  });
  return { ...data, conversations, erasedAt };
}

const stored = (id: string, level: number): StoredChatMessage => ({
  id,
  readerId: 'anna',
  role: 'user',
  content: id,
  level,
  timestamp: new Date(start).toISOString(),
});

describe('the time of a message', () => {
  const times = ({ timestamp }: StoredChatMessage) => Date.parse(timestamp) - start;

  it('is now, and later than the reader’s newest message', async () => {
    const { conversations } = setUp();
    const first = conversations.newMessage('anna', 'user', 'Ciao');
    await conversations.append(first);
    expect([first, conversations.newMessage('anna', 'user', 'E?')].map(times)).toEqual([0, 1]);
    expect(times(conversations.newMessage('bruno', 'user', 'Ciao'))).toBe(0);
  });

  it('is later than what a busy reader was promised, stored or not', () => {
    const { conversations } = setUp({ isBusy: true });
    const all = ['a', 'b', 'c'].map((text) => conversations.newMessage('anna', 'user', text));
    expect(all.map(times)).toEqual([0, 1, 2]);
  });

  it('is free again when nothing waits any more', () => {
    const { conversations } = setUp();
    conversations.reserveTimestamp({ ...stored('a', 1), timestamp: new Date(start + 90).toISOString() });
    expect(times(conversations.newMessage('anna', 'user', 'b'))).toBe(91);
    conversations.releaseTimestamps('anna');
    expect(times(conversations.newMessage('anna', 'user', 'b'))).toBe(0);
  });

  it('of an erasure is not before what it takes away, where the clock was put back', async () => {
    const { conversations, store, erasedAt } = setUp({ now: start - 60_000 });
    const createdAt = new Date(start).toISOString();
    const record = { id: 'anna', maxSection: 3, email: null, createdAt, updatedAt: createdAt };
    await store.mutate([{ type: 'put', collection: 'users', record }]);
    await conversations.removeAllOf('anna', 'all');
    expect(erasedAt).toEqual([start]);
  });

  it('follows a clock that was put back', async () => {
    const { conversations, putMessages } = setUp({ now: start - 60_000 });
    putMessages([stored('a', 1)]);
    expect(times(conversations.newMessage('anna', 'user', 'b'))).toBe(1);
  });
});

it('leaves who forgets the conversation the time of their last message, by which they are kept', async () => {
  const { conversations, putMessages, putReader, store } = setUp();
  putReader('anna', 3);
  const timestamp = new Date(start + 90_000).toISOString();
  putMessages([stored('a', 1), { ...stored('b', 1), timestamp }]);
  await conversations.removeAllOf('anna', 'messages');
  expect(store.users.get('anna')).toMatchObject({ maxSection: 3, updatedAt: timestamp });
});

describe('what enters a prompt', () => {
  it.each([
    [0, []],
    [2, ['a', 'c']],
    [5, ['a', 'b', 'c']],
  ])('at level %i is what was said at or below it', (level, expected) => {
    const { conversations, putMessages } = setUp();
    putMessages([stored('a', 1), stored('b', 5), stored('c', 2)]);
    expect(conversations.newestOpen('anna', level).map(({ id }) => id)).toEqual(expected);
  });

  it('is not a question that still waits for its answer', () => {
    const { conversations, putMessages } = setUp();
    putMessages([stored('a', 1), stored('b', 1)]);
    expect(conversations.newestOpen('anna', 1, new Set(['b'])).map(({ id }) => id)).toEqual(['a']);
  });

  it('are the newest two hundred the gate opens, however many are locked between them', () => {
    const { conversations, putMessages } = setUp();
    putMessages(Array.from({ length: 600 }, (_, at) => stored(`m${at}`, at % 2 === 0 ? 1 : 9)));
    const ids = conversations.newestOpen('anna', 1).map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, 'm200', 'm598']);
  });

  it('is nobody else’s conversation', () => {
    const { conversations, putMessages } = setUp();
    putMessages([stored('a', 1), { ...stored('b', 1), readerId: 'bruno' }]);
    expect(conversations.newestOpen('anna', 9).map(({ id }) => id)).toEqual(['a']);
  });
});

describe('the first message', () => {
  it('stores its reader too, and later ones leave the reader alone', async () => {
    const { conversations, store, putReader } = setUp();
    await conversations.append(conversations.newMessage('anna', 'user', 'Ciao'));
    expect(store.users.get('anna')).toMatchObject({ maxSection: 0, email: null });
    putReader('anna', 6);
    await conversations.append(conversations.newMessage('anna', 'user', 'Ciao'));
    expect(store.users.get('anna')?.maxSection).toBe(6);
  });

  it('is written at the level in force, which the reader may have chosen', () => {
    const { conversations, putReader } = setUp();
    putReader('anna', 6, 2);
    expect(conversations.newMessage('anna', 'user', 'Ciao').level).toBe(2);
    expect([
      conversations.levelOf('anna'),
      conversations.levelOf('nessuno'),
      conversations.levelOf(undefined),
    ]).toEqual([2, 0, 0]);
  });
});

it('knows the highest level a reader was answered at', () => {
  const { conversations, putMessages } = setUp();
  expect(conversations.highestLevelOf('anna')).toBe(0);
  putMessages([stored('a', 1), stored('b', 7), stored('c', 2)]);
  expect(conversations.highestLevelOf('anna')).toBe(7);
});
