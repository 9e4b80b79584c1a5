import { expect, test } from 'vitest';
import { CollectionSet } from '../store/collections.ts';
import { collectionViews } from '../store/collection-views.ts';
import { eraseAgain, noteErasure } from './erased.ts';

const at = (hour: number) => new Date(Date.UTC(2030, 0, 7, hour)).toISOString();
const user = { id: 'lettore', maxSection: 0, email: null, createdAt: at(10), updatedAt: at(10) };
const message = (id: string, hour: number) => ({
  id,
  readerId: user.id,
  role: 'user' as const,
  content: id,
  level: 0,
  timestamp: at(hour),
});

function databaseWith(...messages: ReturnType<typeof message>[]): CollectionSet {
  const database = new CollectionSet();
  database.apply([
    { type: 'put', collection: 'users', record: user },
    ...messages.map((record) => ({ type: 'put' as const, collection: 'chatMessages' as const, record })),
  ]);
  return database;
}

/** The reader's erasure, noted in a database. */
function erase(database: CollectionSet, what: 'messages' | 'all', hour: number): void {
  const { erasures } = database.tables;
  database.apply(noteErasure({ erasures }, { id: user.id, isStranger: true, what }, Date.parse(at(hour))));
}

/** Erases from a copy whoever was erased in another database. */
function eraseIn(copy: CollectionSet, other: CollectionSet): void {
  copy.apply(eraseAgain(collectionViews({ collections: copy }), collectionViews({ collections: other })));
}

const textsOf = ({ tables }: CollectionSet) => [...tables.chatMessages.values()].map((each) => each.content);

test('who was erased elsewhere since is erased, up to that moment', () => {
  const now = databaseWith();
  erase(now, 'messages', 12);
  const copy = databaseWith(message('prima', 11), message('dopo', 13));
  eraseIn(copy, now);
  expect(textsOf(copy)).toEqual(['dopo']);
  expect(copy.tables.users.get(user.id)).toBeDefined();
});

test('what was said after an erasure stays, though the clock was set back in between', () => {
  const copy = databaseWith(message('alle nove di nuovo', 9));
  erase(copy, 'messages', 12);
  eraseIn(copy, copy);
  expect(textsOf(copy)).toEqual(['alle nove di nuovo']);
});

test('who was erased twice is erased from a copy of in between, though the clock was set back before it', () => {
  const copy = databaseWith();
  erase(copy, 'all', 12);
  const now = databaseWith();
  now.apply(
    [...copy.tables.erasures.values()].map((record) => ({ type: 'put', collection: 'erasures', record })),
  );
  erase(now, 'all', 10);
  copy.apply([{ type: 'put', collection: 'chatMessages', record: message('alle nove di nuovo', 9) }]);
  eraseIn(copy, now);
  expect(textsOf(copy)).toEqual([]);
});

test('who came back after erasing themselves, and deletes the new conversation alone, is still known after a restore', () => {
  const now = databaseWith();
  erase(now, 'all', 8);
  erase(now, 'messages', 12);
  const copy = databaseWith(message('prima', 11));
  eraseIn(copy, now);
  expect(textsOf(copy)).toEqual([]);
  expect(copy.tables.users.get(user.id)).toBeDefined();
  // A copy of before they went brings nobody back.
  const old = databaseWith(message('vecchio', 7));
  old.apply([{ type: 'put', collection: 'users', record: { ...user, createdAt: at(7) } }]);
  eraseIn(old, now);
  expect(old.tables.users.get(user.id)).toBeUndefined();
});
