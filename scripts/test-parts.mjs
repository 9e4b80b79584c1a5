// The parts of npm test and npm run test:full: each is a program that runs to its end and says how many passed and failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { playwrightCounts, reportOf, skippedStatus, vitestCounts } from './test-report.mjs';

/** @typedef {import('./test-report.mjs').Part} Part */

const results = 'test-results';
mkdirSync(results, { recursive: true });

/**
 * Runs a program of the packages, or Node, to its end.
 *
 * @param {string[]} args
 * @param {'inherit' | 'pipe'} output
 * @param {Record<string, string>} [variables] of the environment
 * @param {number} [priority] of its processes, below everybody's
 */
async function run([command = '', ...args], output, variables, priority) {
  const started = performance.now();
  const [program, options] =
    command === 'node' ? [process.execPath, args] : ['npx', ['--no-install', command, ...args]];
  const child = spawn(program, options, {
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
  const isSkipped = status === skippedStatus;
  console.log(`\n── ${title}: ${status === 0 ? 'ok' : isSkipped ? 'skipped' : 'failed'}`);
  process.stdout.write(text);
  const failed = status === 0 || isSkipped ? 0 : 1;
  const skipped = isSkipped ? [title] : [];
  return { title, seconds, passed: status === 0 ? 1 : 0, failed, failures: failed ? [title] : [], skipped };
}

/**
 * A runner that counts as its tests; one that fails without saying how many is one failure.
 *
 * @template Report
 * @param {string} title
 * @param {string[]} args
 * @param {string} report the JSON it writes
 * @param {(report: Report) => { passed: number, failed: number, failures: string[], skipped: string[] }} count
 * @param {Record<string, string>} [variables] of the environment
 * @returns {Promise<Part>}
 */
async function runTests(title, args, report, count, variables) {
  console.log(`\n── ${title}`);
  rmSync(report, { force: true });
  const { status, seconds } = await run(args, 'inherit', variables);
  const counts = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, failures: [], skipped: [] };
  const failed = counts.failed || (status === 0 && counts.passed > 0 ? 0 : 1);
  // A runner can fail without a test that does: an error outside of tests, a process that dies.
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
 * @param {string} folder
 */
export function runPlaywright(title, browser, folder) {
  const args = ['playwright', 'test', folder];
  return runTests(title, args, `${results}/e2e.json`, playwrightCounts, { CHROMIUM_PATH: browser });
}

/**
 * What is not run on this machine.
 *
 * @param {string} title
 * @returns {Part}
 */
export const skippedPart = (title) => ({
  title,
  seconds: 0,
  passed: 0,
  failed: 0,
  failures: [],
  skipped: [title],
});

/**
 * Prints the report and ends the process; with `--require-all` among its arguments what was skipped has failed.
 *
 * @param {readonly Part[]} parts
 * @param {readonly string[]} [before] lines above the last
 */
export function finish(parts, before = []) {
  const { lines, failed } = reportOf([...parts], process.argv.includes('--require-all'));
  const last = lines.pop() ?? '';
  console.log(`\n${[...lines, ...before, last].join('\n')}`);
  process.exit(failed === 0 ? 0 : 1);
}
