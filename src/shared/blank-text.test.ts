import { expect, test } from 'vitest';
import { sendMessage } from './contracts/chat.ts';
import { isBlank } from './blank-text.ts';

test.each(['', ' \n\t', '\u200b\u200b', '\u2060 \ufeff', '\u200f\u202e', '\u3164', '\u2800 ', '\ufe0f'])(
  'nothing is seen of %j, and it is no message',
  (text) => {
    expect(isBlank(text)).toBe(true);
    expect(sendMessage.safeParse({ message: text }).success).toBe(false);
  },
);

test.each(['.', '…', '😀', '👩‍🚀', '\u200bciao', 'שלום\u200f', '❤️'])('something is seen of %j', (text) => {
  expect(isBlank(text)).toBe(false);
  expect(sendMessage.safeParse({ message: text }).success).toBe(true);
});
