// npm run test:full [-- --require-all]: what takes too long for every change: every page in every window, the engines of Safari and Firefox,
// deployment, a second S3 server, another Node, the second book, long fuzzing and simulation. What a machine has not is named, and
// fails with --require-all alone. The last line is `N passed, N failed`.
import { findBrowser, findProgram } from './programs.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { check, finish, runPlaywright, runVitest, skippedPart } from './test-parts.mjs';

/** Tests whose answers may depend on the book: see docs/decisions/025. */
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
].map((name) => `tests/api/${name}.test.ts`);

/** What Node itself does for the site; texts, rules and forms compute the same on every Node. */
const touchingNode = [
  ...['api', 'background', 'features', 'http', 'main', 'model', 'storage'].map(
    (room) => `src/server/${room}/`,
  ),
  ...['src/build/', 'src/client/prerender.test.tsx', 'tests/api/'],
];

ensureInstalled();
ensureBuilt();
const browserPrograms = ['firefox-esr', 'WebKitWebDriver', 'xvfb-run', 'pdftotext'];
const missing = browserPrograms.filter((program) => !findProgram(program));
const browser = await findBrowser();
finish([
  browser
    ? await runPlaywright('every page in every window', browser, ['tests/sweep'], { WIDTHS: 'all' })
    : skippedPart('every page in every window (no Chromium here)'),
  missing.length > 0
    ? skippedPart(`other browsers (not here: ${missing.join(', ')})`)
    : await runVitest('other browsers', [], { TEST_FOLDER: 'browsers' }),
  await runVitest('deployment', [], { TEST_FOLDER: 'deploy' }),
  await check('S3 contract on Ceph', ['bash', 'scripts/ceph.sh']),
  await check('Node 24', ['npm', 'run', '--silent', 'test:node', '--', ...touchingNode]),
  await runVitest('API tests over the second book', secondBookTests, { TEST_BOOK: 'second' }),
  await runVitest('long fuzzing', ['tests/api/fuzz.test.ts'], { FUZZ_RUNS: '30' }),
  await check('long simulation', ['node', 'scripts/simulation.mjs', '--seconds', '60']),
]);
