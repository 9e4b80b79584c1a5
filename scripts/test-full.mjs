// npm run test:full [-- --require-all]: the built site in the engines of Safari and of Firefox, from Debian's packages. What is not
// there is named, and fails with --require-all alone. The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findProgram } from './programs.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { reportOf, vitestCounts } from './test-report.mjs';

ensureInstalled();
ensureBuilt();
const title = 'other browsers';
const needed = ['firefox-esr', 'WebKitWebDriver', 'xvfb-run', 'pdftotext'];
const missing = needed.filter((program) => !findProgram(program));
const started = performance.now();
let counts = {
  passed: 0,
  failed: 0,
  failures: /** @type {string[]} */ ([]),
  skipped: /** @type {string[]} */ ([]),
};
if (missing.length > 0) counts.skipped.push(`${title} (not here: ${missing.join(', ')})`);
else {
  const report = 'test-results/other-browsers.json';
  mkdirSync('test-results', { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', ...reporters], {
    stdio: 'inherit',
    env: { ...process.env, OTHER_BROWSERS: 'browsers' },
  });
  if (existsSync(report)) counts = vitestCounts(JSON.parse(readFileSync(report, 'utf8')));
  if (status !== 0 && counts.failed === 0) counts = { ...counts, failed: 1, failures: [title] };
}
const seconds = (performance.now() - started) / 1000;
const { lines, failed } = reportOf([{ title, seconds, ...counts }], process.argv.includes('--require-all'));
console.log(`\n${lines.join('\n')}`);
process.exit(failed === 0 ? 0 : 1);
