import { expect, test } from 'vitest';
import { playwrightCounts, reportOf, vitestCounts } from '../../scripts/test-report.mjs';

const part = { title: 'types', seconds: 1.25, passed: 1, failed: 0, skipped: [] as string[] };
const ceph = { ...part, title: 'Ceph', passed: 0, skipped: ['Ceph'] };

test('the last line says how many passed and failed, whatever was skipped', () => {
  const { lines, failed } = reportOf([part, ceph], false);
  expect([lines.at(-1), failed]).toEqual(['1 passed, 0 failed', 0]);
  expect(lines.join('\n')).toContain('Skipped on this machine:\n  Ceph');
  expect(lines[0]).toBe('    1.3 s  types');
});

test('with everything required, what was skipped has failed', () => {
  const { lines, failed } = reportOf([part, ceph], true);
  expect([lines.at(-1), failed]).toEqual(['1 passed, 1 failed', 1]);
});

test('of vitest, a file that does not load is one failure, and skipped tests are named', () => {
  const testOf = (status: string) => ({ status, fullName: `a test that ${status}` });
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [testOf('passed'), testOf('failed'), testOf('skipped')] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [testOf('passed'), testOf('pending')] },
    ],
  };
  expect(vitestCounts(report)).toEqual({
    passed: 2,
    failed: 2,
    skipped: ['a test that skipped', 'a test that pending'],
  });
});

test('of Playwright, what passed at the second attempt has passed', () => {
  expect(playwrightCounts({ stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 0 } })).toEqual({
    passed: 4,
    failed: 2,
    skipped: [],
  });
  expect(
    playwrightCounts({ stats: { expected: 0, flaky: 0, unexpected: 0, skipped: 5 } }).skipped,
  ).toHaveLength(1);
});
