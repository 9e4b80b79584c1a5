// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { comfortAttribute, comfortKey } from '#shared/boot.ts';
import { readComfort, resizeText, toggleWord, writeComfort } from './screen-comfort.ts';

beforeEach(() => {
  writeComfort([]);
});

test('what is wished is on the root and in the browser, and nothing is kept of no wish', () => {
  writeComfort(['amber', 'text-large']);
  expect(document.documentElement.getAttribute(comfortAttribute)).toBe('amber text-large');
  expect(localStorage.getItem(comfortKey)).toBe('amber text-large');
  expect(readComfort()).toEqual(['amber', 'text-large']);
  writeComfort([]);
  expect(localStorage.getItem(comfortKey)).toBeNull();
});

test('a word that nobody knows is not taken over', () => {
  document.documentElement.setAttribute(comfortAttribute, 'amber pink');
  expect(readComfort()).toEqual(['amber']);
});

test('sizes go step by step and stop at the ends', () => {
  expect(resizeText([], 1)).toEqual(['text-large']);
  expect(resizeText(['amber', 'text-large'], 1)).toEqual(['amber', 'text-huge']);
  expect(resizeText(['text-huge'], 1)).toEqual(['text-huge']);
  expect(resizeText(['text-large'], -1)).toEqual([]);
  expect(resizeText([], -1)).toEqual(['text-small']);
  expect(resizeText(['text-small'], -1)).toEqual(['text-small']);
});

test('a switch goes there and back', () => {
  expect(toggleWord([], 'no-glass')).toEqual(['no-glass']);
  expect(toggleWord(['no-glass', 'sound'], 'no-glass')).toEqual(['sound']);
});
