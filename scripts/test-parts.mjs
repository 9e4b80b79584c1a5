// The parts of npm test and npm run test:full: each is a program that runs to its end and says how many passed and failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * @typedef {{ passed: number, failed: number, failures: string[], skipped: string[] }} Counts the names of what failed and of what was
 *   not run; a part's own title when that is all of it
 * @typedef {Counts & { title: string, seconds: number }} Part one check (one test), or a runner with its tests
 */

/** A part that cannot run on this machine ends with this status. */
const skippedStatus = 75;
const results = 'test-results';

/**
 * The counts of vitest's JSON report. A file that does not even load has no test to fail: it is a failure itself.
 *
 * @param {{ numPassedTests: number, testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} report
 * @returns {Counts}
 */
export function vitestCounts({ numPassedTests, testResults }) {
  /** @param {string[]} states @param {typeof testResults} files */
  const namesOf = (states, files) =>
    files.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => states.includes(status)).map(({ fullName }) => fullName),
    );
  const failures = testResults.flatMap((file) => {
    const names = namesOf(['failed'], [file]);
    return names.length === 0 && file.status === 'failed' ? [file.name] : names;
  });
  const skipped = namesOf(['skipped', 'pending'], testResults);
  return { passed: numPassedTests, failed: failures.length, failures, skipped };
}

/**
 * @typedef {{ title: string, specs: { title: string, tests: { status: string }[] }[], suites?: Suite[] }} Suite a file of
 *   Playwright's report, or a part of one
 * @param {Suite} suite
 * @param {string} [path] the titles of the suites around it
 * @returns {string[]}
 */
function failuresOf({ title, specs, suites = [] }, path = '') {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'));
  return [
    ...failed.map((spec) => `${path}${title} › ${spec.title}`),
    ...suites.flatMap((inner) => failuresOf(inner, `${path}${title} › `)),
  ];
}

/**
 * The counts of Playwright's JSON report.
 *
 * @param {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number }, suites: Suite[] }} report
 * @returns {Counts}
 */
export function playwrightCounts({ stats, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: suites.flatMap((suite) => failuresOf(suite)),
    skipped: stats.skipped > 0 ? [`${stats.skipped} browser tests`] : [],
  };
}

/**
 * Runs a program of the packages, Node, npm or bash to its end.
 *
 * @param {string[]} args
 * @param {'inherit' | 'pipe'} output
 * @param {Record<string, string>} [variables] of the environment
 * @param {number} [priority] of its processes, below everybody's
 */
async function run([command = '', ...args], output, variables, priority) {
  const started = performance.now();
  const isProgram = ['node', 'npm', 'bash'].includes(command);
  const child = spawn(isProgram ? command : 'npx', isProgram ? args : ['--no-install', command, ...args], {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...variables },
  });
  if (child.pid !== undefined && priority !== undefined) setPriority(child.pid, priority);
  /** @type {Buffer[]} */
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
  /** @type {number | null} */
  const status = await new Promise((resolve) => child.once('close', resolve));
  return { status, text: Buffer.concat(chunks), seconds: (performance.now() - started) / 1000 };
}

/**
 * A check that counts as one test; its output is shown when it is over.
 *
 * @param {string} title
 * @param {string[]} args
 * @param {number} [priority]
 * @returns {Promise<Part>}
 */
export async function check(title, args, priority) {
  const { status, text, seconds } = await run(args, 'pipe', undefined, priority);
  const outcome = status === 0 ? 'ok' : status === skippedStatus ? 'skipped' : 'failed';
  console.log(`\n── ${title}: ${outcome}`);
  process.stdout.write(text);
  if (outcome === 'skipped') return skippedPart(title);
  const failures = outcome === 'failed' ? [title] : [];
  return { title, seconds, passed: 1 - failures.length, failed: failures.length, failures, skipped: [] };
}

/**
 * A runner that counts as its tests; one that fails without saying how many (an error outside of tests, a process that dies) is
 * one failure.
 *
 * @param {string} title
 * @param {string[]} args
 * @param {string} report the JSON it writes
 * @param {(report: any) => Counts} count
 * @param {Record<string, string>} [variables] of the environment
 * @returns {Promise<Part>}
 */
async function runTests(title, args, report, count, variables) {
  console.log(`\n── ${title}`);
  mkdirSync(results, { recursive: true });
  rmSync(report, { force: true });
  const { status, seconds } = await run(args, 'inherit', variables);
  const none = { passed: 0, failed: 0, failures: [], skipped: [] };
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : none;
  const failed = counts.failed || (status === 0 && counts.passed > 0 ? 0 : 1);
  const failures = failed && counts.failures.length === 0 ? [title] : counts.failures;
  return { title, seconds, ...counts, failed, failures };
}

/**
 * Tests of vitest's.
 *
 * @param {string} title
 * @param {string[]} paths none for all
 * @param {Record<string, string>} [variables] of the environment
 */
export function runVitest(title, paths, variables) {
  const report = `${results}/${title.replace(/\W+/g, '-')}.json`;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  return runTests(title, ['vitest', 'run', ...paths, ...reporters], report, vitestCounts, variables);
}

/**
 * Browser tests; playwright.config.ts says where their report goes.
 *
 * @param {string} title
 * @param {string} browser path of a Chromium
 * @param {string[]} paths
 * @param {Record<string, string>} [variables] of the environment
 */
export function runPlaywright(title, browser, paths, variables) {
  const args = ['playwright', 'test', ...paths];
  const environment = { CHROMIUM_PATH: browser, ...variables };
  return runTests(title, args, `${results}/e2e.json`, playwrightCounts, environment);
}

/** What is not run on this machine. @param {string} title @returns {Part} */
export function skippedPart(title) {
  return { title, seconds: 0, passed: 0, failed: 0, failures: [], skipped: [title] };
}

/**
 * @param {readonly Part[]} parts
 * @param {boolean} requireAll what was skipped counts as failed
 * @returns {{ lines: string[], failed: number }} the last line is `N passed, N failed`, above it what failed
 */
export function reportOf(parts, requireAll) {
  const skipped = parts.flatMap((part) => part.skipped);
  const failures = parts.flatMap((part) => part.failures);
  const passed = parts.reduce((sum, part) => sum + part.passed, 0);
  const failed = parts.reduce((sum, part) => sum + part.failed, requireAll ? skipped.length : 0);
  const lines = parts.map(({ title, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${title}`);
  if (skipped.length > 0) {
    lines.push('', requireAll ? 'Skipped, which --require-all forbids:' : 'Skipped on this machine:');
    lines.push(...skipped.map((name) => `  ${name}`));
    lines.push('`npm run test:programs` installs what they need (Debian, as root).');
  }
  if (failures.length > 0) lines.push('', 'Failed:', ...failures.map((name) => `  ${name}`));
  return { lines: [...lines, '', `${passed} passed, ${failed} failed`], failed };
}

/**
 * Prints the report and ends the process; with `--require-all` among its arguments what was skipped has failed.
 *
 * @param {readonly Part[]} parts
 * @param {readonly string[]} [before] lines above the last
 */
export function finish(parts, before = []) {
  const { lines, failed } = reportOf(parts, process.argv.includes('--require-all'));
  const last = lines.pop() ?? '';
  console.log(`\n${[...lines, ...before, last].join('\n')}`);
  process.exit(failed === 0 ? 0 : 1);
}
