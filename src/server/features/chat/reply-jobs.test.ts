import { expect, it } from 'vitest';
import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import { createReplyJobs } from './reply-jobs.ts';

const question = (id: string): StoredChatMessage => ({
  id,
  readerId: 'anna',
  role: 'user',
  content: id,
  level: 1,
  timestamp: '2004-01-01T12:00:00.000Z',
});
const held = () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  return { gate, release: () => release() };
};

function setUp() {
  const jobs = createReplyJobs((error) => `refused: ${String(error)}`);
  const order: string[] = [];
  const add = (readerId: string, id: string, until: Promise<void> = Promise.resolve()) =>
    jobs.add(readerId, question(id), async () => {
      order.push(`${id} begins`);
      await until;
      order.push(`${id} ends`);
    });
  return { jobs, order, add };
}

it('answers one reader’s questions in their order, and other readers meanwhile', async () => {
  const { jobs, order, add } = setUp();
  const first = held();
  add('anna', 'a1', first.gate);
  add('anna', 'a2');
  add('bruno', 'b1');
  await jobs.settled('bruno');
  expect(order).toEqual(['a1 begins', 'b1 begins', 'b1 ends']);
  first.release();
  await jobs.settled();
  expect(order.slice(3)).toEqual(['a1 ends', 'a2 begins', 'a2 ends']);
});

it('lists a reader’s jobs, the one being answered first, and counts those of all', async () => {
  const { jobs, add } = setUp();
  const first = held();
  add('anna', 'a1', first.gate);
  add('anna', 'a2');
  add('bruno', 'b1', first.gate);
  expect(jobs.of('anna').map((job) => job.question.id)).toEqual(['a1', 'a2']);
  expect(jobs.active).toBe(3);
  first.release();
  await jobs.settled();
  expect([jobs.of('anna'), jobs.active]).toEqual([[], 0]);
});

it('ends the events of a failed job with its failure, and goes on with the next', async () => {
  const { jobs, order, add } = setUp();
  const { events } = jobs.add('anna', question('a1'), () => Promise.reject(new Error('disco')));
  add('anna', 'a2');
  await expect(events[Symbol.asyncIterator]().next()).rejects.toBe('refused: Error: disco');
  await jobs.settled();
  expect(order).toEqual(['a2 begins', 'a2 ends']);
});

it('settles only when what came meanwhile is over too', async () => {
  const { jobs, order, add } = setUp();
  const first = held();
  add('anna', 'a1', first.gate);
  const settled = jobs.settled('anna').then(() => order.push('settled'));
  add('anna', 'a2');
  first.release();
  await settled;
  expect(order.at(-1)).toBe('settled');
  expect(order).toContain('a2 ends');
});
