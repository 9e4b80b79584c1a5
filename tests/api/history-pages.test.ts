import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatHistory } from '#shared/contracts/chat.ts';
import { json } from '../support/answers.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let reader: Person;
beforeAll(async () => {
  site = await openTestSite({ env: { RATE_LIMITS: 'on' } });
  reader = await site.reader('qr4n-7mdx');
  const [{ id: readerId = '' } = {}] = [...site.store.users.values()];
  await site.store.mutate(
    Array.from({ length: 250 }, (_, n) => ({
      type: 'put',
      collection: 'chatMessages',
      record: {
        id: `m${n}`,
        readerId,
        role: 'user',
        content: `numero ${n}`,
        level: 1,
        timestamp: new Date(Date.UTC(2004, 0, 1) + n * 1_000).toISOString(),
      },
    })),
  );
}, 60_000);
afterAll(() => site.close());

const numbers = ({ messages }: ChatHistory) => messages.map(({ content }) => Number(content.split(' ')[1]));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

test('the newest two hundred come by themselves, older ones when they are asked for', async () => {
  const newest = await json<ChatHistory>(await reader.request('GET', '/api/chat/history'));
  expect(numbers(newest)).toEqual(range(50, 250));
  expect(newest.more).toBe(true);
  const before = newest.messages[0]?.timestamp ?? '';
  const older = await json<ChatHistory>(
    await reader.request('GET', `/api/chat/history?before=${encodeURIComponent(before)}`),
  );
  expect(numbers(older)).toEqual(range(0, 50));
  expect(older).not.toHaveProperty('more');
  const input = encodeURIComponent(JSON.stringify({ before }));
  const overTrpc = await reader.request('GET', `/trpc/chat.history?input=${input}`);
  expect((await json<{ result: { data: unknown } }>(overTrpc)).result.data).toEqual(older);
});

test('a moment that is none is refused in Italian', async () => {
  const refusal = await json<{ message: string }>(
    await reader.request('GET', '/api/chat/history?before=ieri'),
    400,
  );
  expect(refusal.message).toMatch(/^Il momento va scritto come/);
});

test('the transcript is the whole, sent as it is written', async () => {
  const response = await reader.request('GET', '/api/chat/transcript');
  expect(response.headers.has('content-length')).toBe(false);
  const text = await response.text();
  for (const n of [0, 49, 50, 249]) expect(text).toContain(`\nnumero ${n}\n`);
});

test.each([
  ['asking', 'GET', 200],
  ['deleting, which writes each time,', 'DELETE', 204],
])('%s without end is refused', async (_what, method, usual) => {
  const statuses = new Set<number>();
  for (let time = 0; time < 130 && !statuses.has(429); time += 1) {
    const response = await reader.request(method, '/api/chat/history');
    statuses.add(response.status);
    await response.arrayBuffer();
  }
  expect([...statuses]).toEqual([usual, 429]);
});
