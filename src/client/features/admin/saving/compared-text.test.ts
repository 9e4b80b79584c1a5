import { expect, test } from 'vitest';
import { comparedText } from './compared-text.ts';

test.each([
  ['visibleFrom', new Date(2026, 11, 3, 18, 0).toISOString(), 'Dal 3 dicembre 2026, 18:00'],
  ['visibleFrom', 'never', 'Bozza'],
  ['visibleFrom', '', ''],
  // Stored as the last moment of the day in UTC; the form shows the day.
  ['expiresAt', '2026-12-31T23:59:59.999Z', '31 dic 2026'],
  ['expiresAt', '2026-12-31', '31 dic 2026'],
  ['expiresAt', '', ''],
])('%s %s is shown as «%s»', (field, value, text) => expect(comparedText(field, value)).toBe(text));

test('nothing else is taken for a moment, nor is a moment that cannot be read', () => {
  expect(comparedText('title', '2026-12-31')).toBe('2026-12-31');
  expect(comparedText('title', 'never')).toBe('never');
  expect(comparedText('visibleFrom', 'bozza')).toBe('bozza');
  expect(comparedText('expiresAt', 'presto')).toBe('presto');
  expect(comparedText('sectionNumber', 7)).toBe('7');
  expect(comparedText('content', undefined)).toBe('');
});
