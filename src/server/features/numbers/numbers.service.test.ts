import { expect, onTestFinished, test, vi } from 'vitest';
import { builtInBook } from '#content/built-in-book.ts';
import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import type { Operation } from '#server/storage/store/types.ts';
import { countCode } from '#server/storage/records/code-days.ts';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import { readNumbers } from './numbers.service.ts';

const spent = { prompt: 100, completion: 20, money: 0.5 };
const modelSettings = { get: () => ({ today: spent, thisMonth: spent, isPriced: true }) };
const [unsure = ''] = builtInBook.character.deflections;

let lastMessage = 0;
function message(fields: Partial<StoredChatMessage> & { readerId: string }): Operation {
  lastMessage += 1;
  const record: StoredChatMessage = {
    id: `m${lastMessage}`,
    role: 'user',
    content: 'Che cosa c’è sotto il ghiaccio?',
    level: 3,
    timestamp: '2026-11-21T10:00:00.000Z',
    ...fields,
  };
  return { type: 'put', collection: 'chatMessages', record };
}
const notKnown = (readerId: string, level: number) =>
  message({ readerId, level, role: 'assistant', content: `Mah. ${unsure}`, embedded: true });

test('counts what is stored, by levels and days, and no question of fewer than five readers', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00.000Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const at = '2026-11-01T10:00:00.000Z';
  const store = await temporaryStore(
    {
      type: 'put',
      collection: 'users',
      record: { id: 'a', maxSection: 3, email: null, createdAt: at, updatedAt: at },
    },
    message({ readerId: 'a' }),
    message({ readerId: 'b', timestamp: '2026-11-22T00:00:00.000Z' }),
    message({ readerId: 'a', role: 'assistant', content: 'Il cavo.' }),
    ...['a', 'b', 'c', 'd'].map((reader) => notKnown(reader, 2)),
    ...['a', 'b', 'c', 'd', 'e', 'e'].map((reader) => notKnown(reader, 3)),
  );
  await store.mutate([countCode(store, '2026-11-22')]);
  await store.mutate([countCode(store, '2026-11-22')]);
  const files = { list: async () => [{ name: 'a.webp', bytes: 7, modifiedAt: new Date() }] };
  const numbers = await readNumbers({
    store,
    files,
    book: { published: builtInBook },
    modelSettings: modelSettings as Parameters<typeof readNumbers>[0]['modelSettings'],
  });
  expect(numbers.readers).toEqual([
    { level: 0, count: 4 },
    { level: 3, count: 1 },
  ]);
  expect(numbers.days).toHaveLength(30);
  expect(numbers.days.slice(-2)).toEqual([
    { day: '2026-11-21', messages: 1, codes: 0 },
    { day: '2026-11-22', messages: 1, codes: 2 },
  ]);
  expect(numbers.unanswered).toEqual([{ section: 3, count: 6 }]);
  expect(numbers.replies).toEqual({ model: 1, embedded: 10 });
  expect(numbers.cost).toMatchObject({ todayTokens: 120, monthMoney: 0.5 });
  expect(numbers.storage.uploads).toBe(7);
  expect(JSON.stringify(numbers)).not.toContain('ghiaccio');
});
