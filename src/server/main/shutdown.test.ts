import { expect, it } from 'vitest';
import { createShutdown } from './shutdown.ts';

it('closes what was opened last first, and waits for each', async () => {
  const order: string[] = [];
  const shutdown = createShutdown();
  shutdown.add(() => order.push('store'));
  shutdown.add(async () => {
    order.push('mirror stops');
    await new Promise((resolve) => setImmediate(resolve));
    order.push('mirror stopped');
  });
  await shutdown.close();
  expect(order).toEqual(['mirror stops', 'mirror stopped', 'store']);
});

it('closes the rest when one cannot be closed, and says which was the first', async () => {
  const order: string[] = [];
  const shutdown = createShutdown();
  shutdown.add(() => order.push('store'));
  shutdown.add(() => Promise.reject(new Error('bucket')));
  shutdown.add(() => {
    throw new Error('chat');
  });
  await expect(shutdown.close()).rejects.toThrow('chat');
  expect(order).toEqual(['store']);
});

it('closes once, however often it is asked', async () => {
  let times = 0;
  const shutdown = createShutdown();
  shutdown.add(() => (times += 1));
  await Promise.all([shutdown.close(), shutdown.close()]);
  expect(times).toBe(1);
});
