// npm test [-- --require-all]: what every change must pass, from nothing but Node and npm. Without a Chromium the browser tests are
// skipped, which --require-all forbids. The last line is `N passed, N failed`. What needs longer is in scripts/test-full.mjs.
import { constants } from 'node:os';
import { findBrowser } from './programs.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { sizeLines } from './size.mjs';
import { check, finish, runPlaywright, runVitest, skippedPart } from './test-parts.mjs';

ensureInstalled();
ensureBuilt();
const browser = await findBrowser();

/** One after the other beside the tests, in the time in which those wait for disks, clocks and processes. */
async function checkSources() {
  const parts = [];
  for (const [title, args] of Object.entries({
    'types and lint': ['node', 'scripts/sources.mjs'],
    format: ['prettier', '--check', '--log-level=warn', '.'],
    'dead code': ['knip'],
  }))
    parts.push(await check(title, args, constants.priority.PRIORITY_BELOW_NORMAL));
  return parts;
}

const sources = checkSources();
const parts = [await runVitest('unit and API tests', [])];
parts.push(
  browser
    ? await runPlaywright('browser tests', browser, ['tests/e2e', 'tests/sweep/widths.spec.ts'])
    : skippedPart('browser tests (no Chromium here: CHROMIUM_PATH names one)'),
);
finish([...(await sources), ...parts], sizeLines());
