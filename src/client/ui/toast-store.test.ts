import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissFaults, dismissToast, showToast, toastRules, toastStore } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.runAllTimers();
  for (const { id } of toastStore.get()) dismissToast(id);
  vi.runAllTimers();
  vi.useRealTimers();
});

const held = () => toastStore.get().map(({ title, open }) => ({ title, open }));

test('a second toast takes the place of the first', () => {
  showToast({ title: 'primo' });
  showToast({ title: 'secondo', tone: 'destructive' });
  expect(held()).toEqual([{ title: 'secondo', open: true }]);
  expect(toastStore.get()[0]?.tone).toBe('destructive');
});

test('a dismissed toast is forgotten after 1,000,000 ms and not before', () => {
  showToast({ title: 'primo' });
  dismissToast(toastStore.get()[0]?.id ?? 0);
  vi.advanceTimersByTime(toastRules.removeDelay - 1);
  expect(held()).toEqual([{ title: 'primo', open: false }]);
  vi.advanceTimersByTime(1);
  expect(held()).toEqual([]);
});

test('a replaced toast leaves no timer behind', () => {
  showToast({ title: 'primo' });
  dismissToast(toastStore.get()[0]?.id ?? 0);
  showToast({ title: 'secondo' });
  expect(vi.getTimerCount()).toBe(0);
  expect(held()).toEqual([{ title: 'secondo', open: true }]);
});

test('dismissing twice, or what is gone, changes nothing and tells nobody', () => {
  showToast({ title: 'primo' });
  const id = toastStore.get()[0]?.id ?? 0;
  dismissToast(id);
  const listener = vi.fn();
  const subscription = toastStore.subscribe(listener);
  dismissToast(id);
  dismissToast(id + 1000);
  expect(listener).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(1);
  subscription.unsubscribe();
});

test('who leaves a page leaves its faults there, and takes good news along', () => {
  showToast({ title: 'fatto' });
  dismissFaults();
  expect(held()).toEqual([{ title: 'fatto', open: true }]);
  showToast({ title: 'guasto', tone: 'destructive' });
  dismissFaults();
  expect(held()).toEqual([{ title: 'guasto', open: false }]);
});
