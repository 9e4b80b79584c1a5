import { expect, test } from 'vitest';
import { createSignInPrompt } from './sign-in-prompt.ts';

test('one dialog answers every call that waits for it', async () => {
  const prompt = createSignInPrompt();
  expect(prompt.isOpen.get()).toBe(false);
  const answers = Promise.all([prompt.ask(), prompt.ask()]);
  expect(prompt.isOpen.get()).toBe(true);
  prompt.answer(true);
  expect(await answers).toEqual([true, true]);
  expect(prompt.isOpen.get()).toBe(false);
});

test('an answer is for the calls that waited, not for the next one', async () => {
  const prompt = createSignInPrompt();
  const first = prompt.ask();
  prompt.answer(true);
  const second = prompt.ask();
  expect(prompt.isOpen.get()).toBe(true);
  prompt.answer(false);
  expect([await first, await second]).toEqual([true, false]);
});

test('a call that asks again inside an answer opens the dialog anew', async () => {
  const prompt = createSignInPrompt();
  const second = prompt.ask().then(() => prompt.ask());
  prompt.answer(true);
  await Promise.resolve();
  expect(prompt.isOpen.get()).toBe(true);
  prompt.answer(false);
  expect(await second).toBe(false);
});

test('closing what is not open changes nothing', () => {
  const prompt = createSignInPrompt();
  prompt.answer(false);
  expect(prompt.isOpen.get()).toBe(false);
});
