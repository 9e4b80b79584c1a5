import { expect, test } from 'vitest';
import type { ChatHistory } from '#shared/contracts/chat.ts';
import { joinPages } from './history-pages.ts';

const messages = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({
    role: (from + n) % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `${from + n}`,
    timestamp: new Date(Date.UTC(2004, 0, 1, 0, 0, from + n)).toISOString(),
  }));
const page = (from: number, to: number, more = true): ChatHistory => ({
  messages: messages(from, to),
  ...(more && { more: true }),
});

test('what was shown stays when the newest page moves on', () => {
  expect(joinPages(page(0, 10), page(4, 14))).toEqual(page(0, 14));
  expect(joinPages(page(0, 10, false), page(4, 14))).toEqual(page(0, 14, false));
});

test('a reply that was taken back does not undo it', () => {
  const again = { ...page(4, 9), messages: [...messages(4, 9), ...messages(11, 12)] };
  expect(joinPages(page(0, 10), again).messages.map(({ content }) => content)).toEqual([
    ...messages(0, 9).map(({ content }) => content),
    '11',
  ]);
});

test.each([
  ['the first', undefined, page(4, 14)],
  ['one after a deletion', page(0, 10), page(0, 0, false)],
  ['one that is the whole', page(4, 10), page(0, 12, false)],
  [
    'one of a lower level, without some of the messages',
    page(0, 10),
    { messages: [...messages(4, 6), ...messages(8, 10)], more: true as const },
  ],
  ['one so much later that nothing is in both', page(0, 10), page(50, 60)],
])('%s counts alone', (_title, earlier, fresh) => {
  expect(joinPages(earlier, fresh)).toEqual(fresh);
});
