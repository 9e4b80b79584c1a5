// What npm test says at its end: how long each part took, what was skipped, and how many passed and failed.
import { stripVTControlCharacters } from 'node:util';

/** A part that cannot run on this machine ends with this status. */
export const skippedStatus = 75;

/**
 * @typedef {object} Part one check (one test), or a runner with its tests
 * @property {string} title
 * @property {number} seconds
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures the names of what failed; a check's own title
 * @property {string[]} skipped the names of what was not run; the part's own when that is all of it
 */

const longestReason = 300;

/**
 * A name, and under it why it failed: what the error says before its stack or, in Playwright's, before the log of its attempts.
 *
 * @param {string} name
 * @param {string} [message] of the error
 */
function withReason(name, message = '') {
  const [said = ''] = stripVTControlCharacters(message).split(/\n\s+at |\nCall log:/);
  const reason = said.replace(/\s+/g, ' ').trim().slice(0, longestReason);
  return reason ? `${name}\n    ${reason}` : name;
}

/**
 * The counts of vitest's JSON report.
 *
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { name: string, status: string, message?: string, assertionResults: VitestTest[] }[] }} report
 */
export function vitestCounts({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  /** @param {string[]} states */
  const testsIn = (...states) =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => states.includes(status));
  const failures = [
    ...testsIn('failed').map(({ fullName, failureMessages }) => withReason(fullName, failureMessages?.[0])),
    // A file that does not even load has no test to fail.
    ...broken.map(({ name, message }) => withReason(name, message)),
  ];
  const failed = numFailedTests + broken.length;
  const skipped = testsIn('skipped', 'pending').map(({ fullName }) => fullName);
  return { passed: numPassedTests, failed, failures, skipped };
}

/**
 * @typedef {object} Suite a file of Playwright's report, or a part of one
 * @property {string} title
 * @property {{ title: string, tests: { status: string, results?: { errors?: { message?: string }[] }[] }[] }[]} specs
 * @property {Suite[]} [suites]
 */

/**
 * @param {Suite} suite
 * @param {string} [path] the titles of the suites around it
 * @returns {string[]}
 */
function failuresOf({ title, specs, suites = [] }, path = '') {
  const own = specs.flatMap((spec) => {
    const failed = spec.tests.find(({ status }) => status === 'unexpected');
    const error = failed?.results?.flatMap(({ errors = [] }) => errors)[0];
    return failed ? [withReason(`${path}${title} › ${spec.title}`, error?.message)] : [];
  });
  return [...own, ...suites.flatMap((inner) => failuresOf(inner, `${path}${title} › `))];
}

/**
 * The counts of Playwright's JSON report.
 *
 * @param {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number }, suites: Suite[] }} report
 */
export function playwrightCounts({ stats, suites }) {
  const skipped = stats.skipped > 0 ? [`${stats.skipped} browser tests`] : [];
  const failures = suites.flatMap((suite) => failuresOf(suite));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures, skipped };
}

/**
 * @param {Part[]} parts
 * @param {boolean} requireAll what was skipped counts as failed
 * @returns {{ lines: string[], failed: number }} the last line is `N passed, N failed`
 */
export function reportOf(parts, requireAll) {
  /** @param {(part: Part) => number} count */
  const sum = (count) => parts.reduce((total, part) => total + count(part), 0);
  const skipped = parts.flatMap((part) => part.skipped);
  const failed = sum((part) => part.failed) + (requireAll ? skipped.length : 0);
  const lines = parts.map(({ title, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${title}`);
  if (skipped.length > 0) {
    lines.push('', requireAll ? 'Skipped, which --require-all forbids:' : 'Skipped on this machine:');
    lines.push(...skipped.map((name) => `  ${name}`));
    lines.push('`npm run test:programs` installs what they need (Debian, as root).');
  }
  // Last, so that whoever sees only the end of a long log sees them.
  const failures = parts.flatMap((part) => part.failures);
  if (failures.length > 0) lines.push('', 'Failed:', ...failures.map((name) => `  ${name}`));
  return { lines: [...lines, '', `${sum((part) => part.passed)} passed, ${failed} failed`], failed };
}
