// What npm test says at its end: how long each part took, what was skipped, and how many passed and failed.

/** A part that cannot run on this machine ends with this status. */
export const skippedStatus = 75;

/**
 * @typedef {object} Part one check (one test), or a runner with its tests
 * @property {string} title
 * @property {number} seconds
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} skipped the names of what was not run; the part's own when that is all of it
 */

/**
 * The counts of vitest's JSON report.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: { status: string, fullName: string }[] }[] }} report
 */
export function vitestCounts({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ fullName }) => fullName);
  // A file that does not even load has no test to fail.
  return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped };
}

/**
 * The counts of Playwright's JSON report.
 *
 * @param {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number } }} report
 */
export function playwrightCounts({ stats }) {
  const skipped = stats.skipped > 0 ? [`${stats.skipped} browser tests`] : [];
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped };
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
  return { lines: [...lines, '', `${sum((part) => part.passed)} passed, ${failed} failed`], failed };
}
