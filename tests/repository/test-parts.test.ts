import { expect, test } from 'vitest';
import { playwrightCounts, reportOf, vitestCounts } from '../../scripts/test-parts.mjs';

const part = {
  title: 'types',
  seconds: 1.25,
  passed: 1,
  failed: 0,
  failures: [] as string[],
  skipped: [] as string[],
};
const ceph = { ...part, title: 'Ceph', passed: 0, skipped: ['Ceph'] };

test('the last line says how many passed and failed, whatever was skipped', () => {
  const { lines, failed } = reportOf([part, ceph], false);
  expect([lines.at(-1), failed]).toEqual(['1 passed, 0 failed', 0]);
  expect(lines.join('\n')).toContain('Skipped on this machine:\n  Ceph');
  expect(lines[0]).toBe('    1.3 s  types');
});

test('what failed is named at the end', () => {
  const failures = ['format', 'a file › a test'];
  const { lines } = reportOf([{ ...part, passed: 0, failed: 2, failures }], false);
  expect(lines.slice(-5)).toEqual(['Failed:', '  format', '  a file › a test', '', '0 passed, 2 failed']);
});

test('with everything required, what was skipped has failed', () => {
  const { lines, failed } = reportOf([part, ceph], true);
  expect([lines.at(-1), failed]).toEqual(['1 passed, 1 failed', 1]);
});

test('of vitest, a file that does not load is one failure, and skipped tests are named', () => {
  const testOf = (status: string) => ({ status, fullName: `a test that ${status}` });
  const report = {
    numPassedTests: 2,
    testResults: [
      {
        name: 'one',
        status: 'failed',
        assertionResults: [testOf('passed'), testOf('failed'), testOf('skipped')],
      },
      { name: 'two', status: 'failed', assertionResults: [] },
      { name: 'three', status: 'passed', assertionResults: [testOf('passed'), testOf('pending')] },
    ],
  };
  expect(vitestCounts(report)).toEqual({
    passed: 2,
    failed: 2,
    failures: ['a test that failed', 'two'],
    skipped: ['a test that skipped', 'a test that pending'],
  });
});

test('of Playwright, what passed at the second attempt has passed, and what failed is named with its file', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
  const inner = { title: 'a part', specs: [spec('fails', 'unexpected')] };
  const file = { title: 'one.spec.ts', specs: [spec('passes', 'expected')], suites: [inner] };
  expect(
    playwrightCounts({ stats: { expected: 3, flaky: 1, unexpected: 1, skipped: 0 }, suites: [file] }),
  ).toEqual({
    passed: 4,
    failed: 1,
    failures: ['one.spec.ts › a part › fails'],
    skipped: [],
  });
  expect(
    playwrightCounts({ stats: { expected: 0, flaky: 0, unexpected: 0, skipped: 5 }, suites: [] }).skipped,
  ).toHaveLength(1);
});
