import { expect, test } from 'vitest';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

test('between two that waited together everybody else has a turn', async () => {
  const order: string[] = [];
  const work = ['a', 'b', 'c'].map(async (name) => {
    await yieldToEventLoop();
    order.push(name);
    // What others do in each turn of the loop.
    setImmediate(() => order.push('-'));
  });
  await Promise.all(work);
  expect(order.join('')).toMatch(/^a-+b-+c/);
});
