import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissNotice, noticeRules, notify, readNotices, subscribeToNotices } from './notice-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.runAllTimers();
  for (const { id } of readNotices()) dismissNotice(id);
  vi.runAllTimers();
  vi.useRealTimers();
});

const held = () => readNotices().map(({ title, open }) => ({ title, open }));

test('a second notice takes the place of the first', () => {
  notify({ title: 'primo' });
  notify({ title: 'secondo', tone: 'destructive' });
  expect(held()).toEqual([{ title: 'secondo', open: true }]);
  expect(readNotices()[0]?.tone).toBe('destructive');
});

test('a dismissed notice is forgotten after 1,000,000 ms and not before', () => {
  notify({ title: 'primo' });
  dismissNotice(readNotices()[0]?.id ?? 0);
  vi.advanceTimersByTime(noticeRules.removeDelay - 1);
  expect(held()).toEqual([{ title: 'primo', open: false }]);
  vi.advanceTimersByTime(1);
  expect(held()).toEqual([]);
});

test('a replaced notice leaves no timer behind', () => {
  notify({ title: 'primo' });
  dismissNotice(readNotices()[0]?.id ?? 0);
  notify({ title: 'secondo' });
  expect(vi.getTimerCount()).toBe(0);
  expect(held()).toEqual([{ title: 'secondo', open: true }]);
});

test('dismissing twice, or what is gone, changes nothing and tells nobody', () => {
  notify({ title: 'primo' });
  const id = readNotices()[0]?.id ?? 0;
  dismissNotice(id);
  const listener = vi.fn();
  const unsubscribe = subscribeToNotices(listener);
  dismissNotice(id);
  dismissNotice(id + 1000);
  expect(listener).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(1);
  unsubscribe();
});
