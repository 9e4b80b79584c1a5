import { expect, it } from 'vitest';
import { createReplySlots } from './reply-slots.ts';

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
