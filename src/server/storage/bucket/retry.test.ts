import { expect, it } from 'vitest';
import { retry } from './retry.ts';

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

it('keeps a command alive between two attempts: one that ends while it waits would look done', async () => {
  const before = timers();
  let attempts = 0;
  const done = retry(
    2,
    () => true,
    () => (attempts++ === 0 ? Promise.reject(new Error('away')) : Promise.resolve('there')),
  );
  await new Promise(setImmediate);
  expect(timers()).toBe(before + 1);
  expect(await done).toBe('there');
});
