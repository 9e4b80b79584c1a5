import { expect, it } from 'vitest';
import { createClosing } from './closing.ts';

it('closes what was opened last first, and waits for each', async () => {
  const order: string[] = [];
  const closing = createClosing();
  closing.add(() => order.push('store'));
  closing.add(async () => {
    order.push('mirror stops');
    await new Promise((resolve) => setImmediate(resolve));
    order.push('mirror stopped');
  });
  await closing.close();
  expect(order).toEqual(['mirror stops', 'mirror stopped', 'store']);
});

it('closes the rest when one cannot be closed, and says which was the first', async () => {
  const order: string[] = [];
  const closing = createClosing();
  closing.add(() => order.push('store'));
  closing.add(() => Promise.reject(new Error('bucket')));
  closing.add(() => {
    throw new Error('chat');
  });
  await expect(closing.close()).rejects.toThrow('chat');
  expect(order).toEqual(['store']);
});

it('closes once, however often it is asked', async () => {
  let times = 0;
  const closing = createClosing();
  closing.add(() => (times += 1));
  await Promise.all([closing.close(), closing.close()]);
  expect(times).toBe(1);
});
