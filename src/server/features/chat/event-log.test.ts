import { expect, it } from 'vitest';
import { createEventLog } from './event-log.ts';

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
