// npm run test:programs: installs the Debian packages of the programs that tests use and that are not here. It changes the
// machine, so npm test never does it.
import { spawnSync } from 'node:child_process';
import { findProgram, testPrograms } from './programs.mjs';

const missing = Object.keys(testPrograms).filter((program) => !findProgram(program));
const packages = missing.flatMap((program) => testPrograms[program] ?? []);

/** @param {string[]} args */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: 300_000 }).status === 0
  );
}

if (packages.length > 0) {
  console.log(`Installing ${packages.join(', ')}…`);
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  // The lists of a fresh image are empty or old: they are fetched only when the first attempt needs them.
  if (!apt(...install) && apt('update', '-qq')) apt(...install);
}
const absent = missing.filter((program) => !findProgram(program));
if (absent.length > 0) {
  console.error(`Not installed: ${absent.join(', ')}. It takes apt and root.`);
  process.exitCode = 1;
}
