import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRefusalWatch } from './refusal-watch.ts';

test('a flood of refusals is counted whole, and logged in so many lines a minute', () => {
  const lines: string[] = [];
  let now = 0;
  const watch = createRefusalWatch(pino({}, { write: (line: string) => void lines.push(line) }), () => now);
  for (let time = 0; time < 1_000; time += 1) watch.refused('TOO_MANY_REQUESTS', '10.0.0.1', '/api/chat');
  expect(watch.counts().tooMany).toBe(1_000);
  expect(lines).toHaveLength(60);
  now = 60_000;
  watch.refused('INVALID_CODE', '10.0.0.1', '/api/redeem-code');
  expect(lines).toHaveLength(62);
  expect(lines[60]).toContain('"omitted":940');
  watch.refused('NOT_FOUND', '10.0.0.1', '/api/niente');
  expect(lines).toHaveLength(62);
});

test('one kind of attempt is not hidden behind a flood of another, and a long path is cut', () => {
  const lines: string[] = [];
  const watch = createRefusalWatch(pino({}, { write: (line: string) => void lines.push(line) }), () => 0);
  for (let time = 0; time < 100; time += 1) watch.refused('INVALID', '10.0.0.1', '/api/' + 'a'.repeat(9_000));
  watch.refused('WRONG_PASSWORD', '10.0.0.1', '/api/admin/login');
  expect(lines).toHaveLength(61);
  expect(lines[0]?.length).toBeLessThan(400);
  expect(lines[60]).toContain('sign-in refused');
  expect(watch.counts()).toEqual({ wrongPasswords: 1, wrongCodes: 0, forbidden: 0, tooMany: 0, signIns: 0 });
});
