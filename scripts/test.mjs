// npm test [-- --require-all --newer-node=<version>]: everything that must hold, from nothing but Node and npm. What needs a
// program that is not on this machine is skipped and named; with --require-all it fails. With --newer-node what Node itself does is
// tried on that one too. The last line is `N passed, N failed`.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { findBrowser } from './programs.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { playwrightCounts, reportOf, skippedStatus, vitestCounts } from './test-report.mjs';

const requireAll = process.argv.includes('--require-all');
ensureInstalled();
ensureBuilt();
const browser = await findBrowser();

const results = 'test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** @typedef {import('./test-report.mjs').Part} Part */

/**
 * Runs a program of the packages, or Node, to its end.
 *
 * @param {string[]} args
 * @param {'inherit' | 'pipe'} output
 * @param {Record<string, string>} [more] variables of the environment
 * @param {number} [priority] of its processes, below everybody's
 */
async function run([command = '', ...args], output, more, priority) {
  const started = performance.now();
  const [program, given] =
    command === 'node' ? [process.execPath, args] : ['npx', ['--no-install', command, ...args]];
  const child = spawn(program, given, {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...(browser && { CHROMIUM_PATH: browser }), ...more },
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
 * Counts as one test; what it wrote is shown when it is over.
 *
 * @param {string} title
 * @param {string[]} args
 * @param {number} [priority]
 * @returns {Promise<Part>}
 */
async function check(title, args, priority) {
  const { status, text, seconds } = await run(args, 'pipe', undefined, priority);
  const isSkipped = status === skippedStatus;
  console.log(`\n── ${title}: ${status === 0 ? 'ok' : isSkipped ? 'skipped' : 'failed'}`);
  process.stdout.write(text);
  const failed = status === 0 || isSkipped ? 0 : 1;
  const skipped = isSkipped ? [title] : [];
  return { title, seconds, passed: status === 0 ? 1 : 0, failed, failures: failed ? [title] : [], skipped };
}

/**
 * Counts as its tests; one that fails without saying how many is one failure.
 *
 * @template Report
 * @param {string} title
 * @param {string[]} args
 * @param {string} report the JSON it writes
 * @param {(report: Report) => { passed: number, failed: number, failures: string[], skipped: string[] }} count
 * @param {Record<string, string>} [more] variables of the environment
 * @returns {Promise<Part>}
 */
async function runner(title, args, report, count, more) {
  console.log(`\n── ${title}`);
  const { status, seconds } = await run(args, 'inherit', more);
  const counts = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, failures: [], skipped: [] };
  const failed = counts.failed || (status === 0 && counts.passed > 0 ? 0 : 1);
  // A runner can fail without a test that does: an error of nobody's, a process that dies.
  const failures = failed && counts.failures.length === 0 ? [title] : counts.failures;
  return { title, seconds, ...counts, failed, failures };
}

/** What rests on a book and not on the demonstration's words: see docs/decisions/025. */
const secondBookTests = [
  'backup-entries',
  'codes',
  'codes-batch',
  'devices',
  'drafts',
  'history-pages',
  'keeping',
  'notes',
  'permissions',
  'restore',
  'saving',
  'secrecy',
  'sections-import',
  'unchanging',
].map((name) => `tests/api/${name}.test.ts`);

/**
 * One after the other beside the tests, in the time in which those wait for disks, clocks and processes; at a lower priority what
 * waits for nothing.
 */
async function checkBeside() {
  const parts = [await check('S3 contract on Ceph', ['node', 'scripts/ceph.mjs'])];
  for (const [title, args] of Object.entries({
    'types and lint': ['node', 'scripts/sources.mjs'],
    format: ['prettier', '--check', '--log-level=warn', '.'],
    'dead code': ['knip'],
  }))
    parts.push(await check(title, args, constants.priority.PRIORITY_BELOW_NORMAL));
  return parts;
}

const beside = checkBeside();
/** @type {Part[]} */
const parts = [];
const newer = process.argv.flatMap((argument) => /^--newer-node=(.+)$/.exec(argument)?.[1] ?? [])[0];
if (newer !== undefined)
  parts.push(
    await check(`what Node itself does, on Node ${newer}`, [
      'node',
      'scripts/test-node.mjs',
      newer,
      '--quick',
    ]),
  );
const unit = `${results}/unit.json`;
parts.push(
  await runner(
    'unit and API tests',
    ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unit}`],
    unit,
    vitestCounts,
  ),
);
const second = `${results}/second-book.json`;
parts.push(
  await runner(
    'API tests over the second book',
    ['vitest', 'run', ...secondBookTests, '--reporter=dot', '--reporter=json', `--outputFile.json=${second}`],
    second,
    vitestCounts,
    { TEST_BOOK: 'second' },
  ),
);
if (browser) {
  const report = `${results}/e2e.json`;
  parts.push(await runner('browser tests', ['playwright', 'test'], report, playwrightCounts));
} else {
  const title = 'browser tests (no Chromium here: CHROMIUM_PATH names one)';
  parts.push({ title, seconds: 0, passed: 0, failed: 0, failures: [], skipped: [title] });
}

parts.unshift(...(await beside));
const { lines, failed } = reportOf(parts, requireAll);
console.log(`\n${lines.join('\n')}`);
process.exit(failed === 0 ? 0 : 1);
