// What npm test says at its end: how long each part took, what was skipped, and how many passed and failed.

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

/**
 * The counts of vitest's JSON report.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} report
 */
export function vitestCounts({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  /** @param {string[]} states */
  const namesOf = (...states) =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => states.includes(status))
      .map(({ fullName }) => fullName);
  // A file that does not even load has no test to fail.
  const failures = [...namesOf('failed'), ...broken.map(({ name }) => name)];
  const failed = numFailedTests + broken.length;
  return { passed: numPassedTests, failed, failures, skipped: namesOf('skipped', 'pending') };
}

/**
 * @typedef {object} Suite a file of Playwright's report, or a part of one
 * @property {string} title
 * @property {{ title: string, tests: { status: string }[] }[]} specs
 * @property {Suite[]} [suites]
 */

/**
 * @param {Suite} suite
 * @param {string} [path] the titles of the suites around it
 * @returns {string[]}
 */
function failuresOf({ title, specs, suites = [] }, path = '') {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'));
  return [
    ...own.map((spec) => `${path}${title} › ${spec.title}`),
    ...suites.flatMap((inner) => failuresOf(inner, `${path}${title} › `)),
  ];
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
