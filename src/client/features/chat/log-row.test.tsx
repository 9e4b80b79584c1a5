import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { builtInBook } from '#content/built-in-book.ts';
import { setCurrentBook } from '#client/current-book.ts';
import { publicBookOf } from '#shared/public-book.ts';
import type { LogItem } from './conversation.ts';
import { LogRow } from './log-row.tsx';

setCurrentBook(publicBookOf(builtInBook));

const item: LogItem = {
  key: 'a',
  speaker: 'assistant',
  at: '2026-11-27T10:00:00.000Z',
  text: 'Sei al sicuro adesso?',
  pageLine: 'Se sei in pericolo, chiama il 112.',
};
const place = { index: 0, count: 1, previousAt: undefined, previousSpeaker: undefined };

test('where help is stands below a reply, whole or being written', () => {
  for (const state of [undefined, 'writing', 'stopped'] as const)
    expect(renderToStaticMarkup(<LogRow item={{ ...item, state }} {...place} />)).toContain(item.pageLine);
});
