import { expect, it } from 'vitest';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import { isReplaced } from './lost-conversation.ts';

const at = (...minutes: number[]): ChatMessage[] =>
  minutes.map((minute) => ({
    role: 'user',
    content: 'Ciao.',
    timestamp: `2003-12-21T12:${String(minute).padStart(2, '0')}:00.000Z`,
  }));

it.each([
  ['the conversation that goes on', at(1, 2), at(1, 2, 3), false],
  ['a lower level, which shows less of it', at(1, 2, 3), at(1), false],
  ['a deletion in another tab', at(1, 2), [], false],
  ['the first messages', [], at(1, 2), false],
  ['another conversation in its place', at(1, 2), at(3, 4), true],
])('%s', (_name, shown, messages, expected) => {
  expect(isReplaced(shown, messages)).toBe(expected);
});
