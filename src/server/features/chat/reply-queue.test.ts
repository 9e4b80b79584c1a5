import { describe, expect, it } from 'vitest';
import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import { createEventLog, createReplyJobs, createReplySlots, createYieldToEventLoop } from './reply-queue.ts';

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

describe('the log of events', () => {
  async function read<T>(log: AsyncIterable<T>): Promise<T[]> {
    const events: T[] = [];
    for await (const event of log) events.push(event);
    return events;
  }

  it('gives every reader all events, whether they come before or after the end', async () => {
    const log = createEventLog<number>();
    log.push(1);
    const early = read(log);
    log.push(2);
    log.end();
    expect(await early).toEqual([1, 2]);
    expect(await read(log)).toEqual([1, 2]);
  });

  it('waits at the end of what there is', async () => {
    const log = createEventLog<number>();
    const reader = log[Symbol.asyncIterator]();
    let next: IteratorResult<number> | undefined;
    const waiting = reader.next().then((result) => (next = result));
    await new Promise((resolve) => setImmediate(resolve));
    expect(next).toBeUndefined();
    log.push(7);
    await waiting;
    expect(next).toEqual({ done: false, value: 7 });
  });

  it('throws its failure to each reader, after the events before it', async () => {
    const log = createEventLog<number>();
    log.push(1);
    log.fail(new Error('rotto'));
    const seen: number[] = [];
    const reader = async () => {
      for await (const event of log) seen.push(event);
    };
    await expect(reader()).rejects.toThrow('rotto');
    await expect(reader()).rejects.toThrow('rotto');
    expect(seen).toEqual([1, 1]);
  });

  it('goes on writing when a reader goes away', async () => {
    const log = createEventLog<number>();
    log.push(1);
    for await (const event of log) if (event === 1) break;
    log.push(2);
    log.end();
    expect(await read(log)).toEqual([1, 2]);
  });
});

describe('the event loop', () => {
  it('gives everybody else a turn between two that waited together', async () => {
    const order: string[] = [];
    const yieldToEventLoop = createYieldToEventLoop();
    const work = ['a', 'b', 'c'].map(async (name) => {
      await yieldToEventLoop();
      order.push(name);
      // What others do in each turn of the loop.
      setImmediate(() => order.push('-'));
    });
    await Promise.all(work);
    expect(order.join('')).toMatch(/^a-+b-+c/);
  });
});

describe('the slots', () => {
  const { signal } = new AbortController();

  it('lets so many in at once, and the others in the order of their coming', async () => {
    const slots = createReplySlots({ places: 1, queue: 5 });
    const order: string[] = [];
    const release = await slots.enter(signal);
    const others = ['b', 'c'].map(async (name) => {
      const leave = await slots.enter(signal);
      order.push(name);
      leave();
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual([]);
    release();
    await Promise.all(others);
    expect(order).toEqual(['b', 'c']);
  });

  it('refuses only when places and queue are full', async () => {
    const slots = createReplySlots({ places: 1, queue: 1 });
    expect(() => slots.refuseIfFull()).not.toThrow();
    const release = await slots.enter(signal);
    expect(() => slots.refuseIfFull()).not.toThrow();
    const waiting = slots.enter(signal);
    expect(() => slots.refuseIfFull()).toThrow('in troppi');
    release();
    (await waiting)();
    expect(() => slots.refuseIfFull()).not.toThrow();
  });

  it('lets readers with a code in before strangers, who fill three quarters of the queue at most', async () => {
    const slots = createReplySlots({ places: 1, queue: 4 });
    const order: string[] = [];
    const release = await slots.enter(signal);
    const enter = async (name: string, isStranger: boolean) => {
      const leave = await slots.enter(signal, isStranger);
      order.push(name);
      leave();
    };
    const waiting = ['a', 'b', 'c'].map((name) => enter(name, true));
    expect(() => slots.refuseIfFull(true)).toThrow('in troppi');
    expect(() => slots.refuseIfFull(false)).not.toThrow();
    waiting.push(enter('reader', false));
    expect(() => slots.refuseIfFull(false)).toThrow('in troppi');
    release();
    await Promise.all(waiting);
    expect(order).toEqual(['reader', 'a', 'b', 'c']);
  });

  it('gives one place back once, however often it is given back', async () => {
    const slots = createReplySlots({ places: 1, queue: 5 });
    const first = await slots.enter(signal);
    first();
    first();
    await slots.enter(signal);
    let entered = false;
    void slots.enter(signal).then(() => (entered = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(entered).toBe(false);
  });

  it('lets go of one that gives up waiting, and keeps the place of those behind it', async () => {
    const slots = createReplySlots({ places: 1, queue: 5 });
    const release = await slots.enter(signal);
    const impatient = new AbortController();
    const [given, next] = [slots.enter(impatient.signal), slots.enter(signal)];
    impatient.abort();
    await expect(given).rejects.toThrow('gave up');
    release();
    await expect(next).resolves.toBeTypeOf('function');
  });
});
