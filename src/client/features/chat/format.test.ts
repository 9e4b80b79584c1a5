import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDay, formatTime, isSameDay, levelText, progressBadge, speakerLabel } from './format.ts';

test.each([
  [0, 'SEC_00'],
  [3, 'SEC_03'],
  [12, 'SEC_12'],
  [104, 'SEC_104'],
])('the badge of section %i is %s', (maxSection, badge) => {
  expect(progressBadge(maxSection)).toBe(badge);
});

test('times are hh:mm:ss, from midnight to midnight', () => {
  const at = (hours: number, minutes: number, seconds: number) =>
    new Date(2003, 11, 21, hours, minutes, seconds).toISOString();
  expect(formatTime(at(0, 0, 9))).toBe('00:00:09');
  expect(formatTime(at(9, 5, 0))).toBe('09:05:00');
  expect(formatTime(at(23, 59, 59))).toBe('23:59:59');
});

test('days are written in full, and end at the reader’s midnight', () => {
  const evening = new Date(2003, 11, 21, 23, 59).toISOString();
  const morning = new Date(2003, 11, 22, 0, 1).toISOString();
  expect(formatDay(evening)).toBe('domenica 21 dicembre 2003');
  expect(isSameDay(evening, morning)).toBe(false);
  expect(isSameDay(morning, new Date(2003, 11, 22, 18).toISOString())).toBe(true);
});

test('times and days are written as the language does it', () => {
  const clock = new Intl.DateTimeFormat('it-IT', { timeStyle: 'medium', hourCycle: 'h23' });
  const calendar = new Intl.DateTimeFormat('it-IT', { dateStyle: 'full' });
  const instant = fc.date({
    min: new Date('1970-01-02'),
    max: new Date('9999-12-30'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instant, (at) => {
      expect(formatTime(at.toISOString())).toBe(clock.format(at));
      expect(formatDay(at.toISOString())).toBe(calendar.format(at));
    }),
  );
});

test('labels are capitals in brackets, accents included', () => {
  expect(speakerLabel('Nilak')).toBe('[NILAK]>');
  expect(speakerLabel('Ánne')).toBe('[ÁNNE]>');
});

test('the level is said with what the codes opened only in a re-reading', () => {
  expect(levelText({ maxSection: 3 })).toBe('LIVELLO SEC_03.');
  expect(levelText({ maxSection: 3, reached: 12 })).toBe(
    'LIVELLO SEC_03, IN RILETTURA. SBLOCCATO FINO A SEC_12.',
  );
});
