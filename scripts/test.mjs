// npm test: everything that must hold, from nothing but Node and npm. The last line is `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureProgram } from './debian-package.mjs';
import { ensureBrowser, ensureBuilt, ensureInstalled } from './setup.mjs';

ensureInstalled();
process.env.CHROMIUM_PATH = await ensureBrowser();
if (!ensureProgram('caddy')) console.log('Senza Caddy: le sue prove si saltano.');
ensureBuilt();

const results = 'test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;

/** A check that cannot be made here ends with this status, and counts as nothing. */
const skipped = 75;

function execute(title, args) {
  console.log(`\n── ${title}`);
  const started = performance.now();
  const { status } = spawnSync('npx', ['--no-install', ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  console.log(`── ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return status === 0;
}

/** Each check counts as one test; they run side by side, and each shows what it said when it is over. */
async function checks(commands) {
  const results = commands.map(async ([title, args]) => {
    const [command, given] = args[0] === 'node' ? [process.execPath, args.slice(1)] : ['npx', ['--no-install', ...args]];
    const child = spawn(command, given, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
    const status = await new Promise((resolve) => child.once('close', resolve));
    console.log(`\n── ${title}: ${status === 0 ? 'ok' : status === skipped ? 'skipped' : 'failed'}`);
    process.stdout.write(Buffer.concat(said));
    return status;
  });
  for (const status of await Promise.all(results)) {
    if (status === 0) passed += 1;
    else if (status !== skipped) failed += 1;
  }
}

/** A runner counts as its tests; one that fails without saying how many is one failure. */
function runner(title, args, report, count) {
  const succeeded = execute(title, args);
  const counts = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 };
  passed += counts.passed;
  failed += counts.failed || (succeeded && counts.passed > 0 ? 0 : 1);
}

await checks([
  ['types', ['tsc', '--noEmit']],
  ['lint', ['eslint', '.', '--max-warnings=0']],
  ['format', ['prettier', '--check', '--log-level=warn', '.']],
  ['dead code', ['knip']],
  ['S3 contract on Ceph', ['node', 'scripts/ceph.mjs']],
]);
runner(
  'unit and API tests',
  ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${results}/unit.json`],
  `${results}/unit.json`,
  ({ numPassedTests, numFailedTests, numFailedTestSuites, testResults }) => ({
    passed: numPassedTests,
    // A file that does not even load has no test to fail.
    failed:
      numFailedTests ||
      (numFailedTestSuites && testResults.filter((file) => file.status === 'failed').length),
  }),
);
runner('browser tests', ['playwright', 'test'], `${results}/e2e.json`, ({ stats }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
}));

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
