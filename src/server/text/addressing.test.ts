import { expect, test } from 'vitest';
import { callBy, isCalled, withNames } from './addressing.ts';
import { foldChatSpelling } from './chat-spelling.ts';

test('a rule knows the names of the characters, the later ones too, and takes them as they are written', () => {
  const greeting = withNames((names) => new RegExp(`^(?:ciao|${names})+$`));
  expect(greeting().test('mangiafoco')).toBe(false);
  callBy('Mangiafoco');
  expect([greeting().test('mangiafoco'), isCalled('mangiafoco')]).toEqual([true, true]);
  callBy('C++ (il gatto');
  const typed = foldChatSpelling('C++ (il gatto').trim();
  expect([greeting().test(typed), isCalled(typed), greeting().test('ccc il gatto')]).toEqual([
    true,
    true,
    false,
  ]);
  callBy('');
  expect([greeting().test(''), isCalled('')]).toEqual([false, false]);
});
