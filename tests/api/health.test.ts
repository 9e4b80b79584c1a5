import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { nodeHandler } from '#server/http/node-handler.ts';
import { listen, stopListening } from '#server/main/listen.ts';
import { openTestSite } from '../support/test-site.ts';

test('the health of the site says nothing of the book, however much of it there is', async () => {
  const site = await openTestSite({ env: { DEMO: 'off' } });
  onTestFinished(() => site.close());
  const author = await site.administrator();
  const health = async () =>
    (await (await author.request('GET', '/api/health')).json()) as Record<string, unknown>;
  // What changes by itself, and with what the process does rather than with what it holds.
  const lasting = ({ uptime, eventLoopDelayMs, memoryBytes, ...rest }: Record<string, unknown>) => {
    for (const value of [uptime, eventLoopDelayMs, memoryBytes]) expect(value).toEqual(expect.any(Number));
    return rest;
  };
  const empty = lasting(await health());
  expect(empty).toMatchObject({ status: 'ok', store: 'open', activeReplies: 0 });
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

test('strangers are not told how busy the machine is; the machine itself is', async () => {
  const site = await openTestSite();
  onTestFinished(() => site.close());
  const server = await listen(nodeHandler(site.app), 0, '127.0.0.1');
  onTestFinished(() => stopListening(server));
  const { port } = server.address() as AddressInfo;
  const fieldsFor = async (headers: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`, { headers });
    return Object.keys((await answer.json()) as object);
  };
  const everybodys = ['status', 'version', 'uptime', 'store', 'mirror', 'model'];
  expect(await fieldsFor({ 'x-forwarded-for': '127.0.0.1' })).toEqual(everybodys);
  expect(await fieldsFor({ forwarded: 'for=127.0.0.1' })).toEqual(everybodys);
  expect(Object.keys((await (await site.visitor().request('GET', '/api/health')).json()) as object)).toEqual(
    everybodys,
  );
  expect(await fieldsFor({})).toEqual(
    expect.arrayContaining([...everybodys, 'memoryBytes', 'eventLoopDelayMs', 'publishedCodes']),
  );
});
