import { expect, onTestFinished, test } from 'vitest';
import { openTestSite } from '../support/test-site.ts';

test('the health of the site says nothing of the book, however much of it there is', async () => {
  const site = await openTestSite({ env: { DEMO: 'off' } });
  onTestFinished(() => site.close());
  const visitor = site.visitor();
  const health = async () =>
    (await (await visitor.request('GET', '/api/health')).json()) as Record<string, unknown>;
  // What changes by itself, and with what the process does rather than with what it holds.
  const lasting = ({ uptime, eventLoopDelayMs, memoryBytes, ...rest }: Record<string, unknown>) => {
    for (const value of [uptime, eventLoopDelayMs, memoryBytes]) expect(value).toEqual(expect.any(Number));
    return rest;
  };
  const empty = lasting(await health());
  expect(empty).toMatchObject({ status: 'ok', store: 'open', activeReplies: 0 });
  const author = await site.administrator();
  for (let sectionNumber = 1; sectionNumber <= 20; sectionNumber += 1) {
    await author.request('POST', '/api/sections', {
      sectionNumber,
      title: 'Segreta',
      content: 'x'.repeat(20_000),
    });
  }
  await author.request('POST', '/api/unlock-codes', { code: 'abcd-2345', maxSection: 20 });
  await site.store.fold();
  expect(lasting(await health())).toEqual(empty);
});
