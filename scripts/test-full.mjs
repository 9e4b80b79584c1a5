// npm run test:full [-- --require-all]: the built site in the engines of Safari and of Firefox, from Debian's packages, and the sweep of
// its pages in every window (docs/decisions/015). What is not there is named, and fails with --require-all alone. The last line is
// `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findBrowser, findProgram } from './programs.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { playwrightCounts, reportOf, vitestCounts } from './test-report.mjs';

ensureInstalled();
ensureBuilt();

/**
 * Runs a part to its end, unless something that it needs is missing.
 *
 * @template Report
 * @param {string} title
 * @param {string[]} missing programs
 * @param {string[]} args of npx
 * @param {string} report the JSON it writes
 * @param {(report: Report) => { passed: number, failed: number, failures: string[], skipped: string[] }} count
 * @param {Record<string, string | undefined>} more variables of the environment
 */
function runPart(title, missing, args, report, count, more) {
  const none = { title, seconds: 0, passed: 0, failed: 0, failures: [], skipped: [] };
  if (missing.length > 0) return { ...none, skipped: [`${title} (not here: ${missing.join(', ')})`] };
  const started = performance.now();
  rmSync(report, { force: true });
  const { status } = spawnSync('npx', ['--no-install', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...more },
  });
  const seconds = (performance.now() - started) / 1000;
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : none;
  const hasFailed = status !== 0 && counts.failed === 0;
  return { title, seconds, ...counts, ...(hasFailed && { failed: 1, failures: [title] }) };
}

mkdirSync('test-results', { recursive: true });
const engines = 'test-results/other-browsers.json';
const programs = ['firefox-esr', 'WebKitWebDriver', 'xvfb-run', 'pdftotext'];
const browser = await findBrowser();
const parts = [
  runPart(
    'other browsers',
    programs.filter((program) => !findProgram(program)),
    ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${engines}`],
    engines,
    vitestCounts,
    { OTHER_BROWSERS: 'browsers' },
  ),
  runPart(
    'every page in every window',
    browser ? [] : ['chromium-headless-shell'],
    ['playwright', 'test', 'sweep'],
    'test-results/e2e.json',
    playwrightCounts,
    { SWEEP: 'full', CHROMIUM_PATH: browser },
  ),
];
const { lines, failed } = reportOf(parts, process.argv.includes('--require-all'));
console.log(`\n${lines.join('\n')}`);
process.exit(failed === 0 ? 0 : 1);
