import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRefusalWatch } from './refusal-watch.ts';

test('a flood of refusals is counted whole, and logged in so many lines a minute', () => {
  const lines: string[] = [];
  let now = 0;
  const watch = createRefusalWatch(pino({}, { write: (line: string) => void lines.push(line) }), () => now);
  for (let time = 0; time < 1_000; time += 1) watch.refused('TOO_MANY_REQUESTS', '10.0.0.1');
  expect(watch.counts().tooMany).toBe(1_000);
  expect(lines).toHaveLength(60);
  now = 60_000;
  watch.refused('INVALID_CODE', '10.0.0.1');
  expect(lines).toHaveLength(62);
  expect(lines[60]).toContain('"omitted":940');
  watch.refused('NOT_FOUND', '10.0.0.1');
  expect(lines).toHaveLength(62);
});
