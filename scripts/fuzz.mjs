// npm run bench:fuzz [-- <runs>]: the fuzzing of tests/api/fuzz.test.ts with so many requests to each call (400).
import { ensureInstalled, run } from './setup.mjs';

ensureInstalled();
const runs = process.argv[2] ?? '400';
run('npx', ['--no-install', 'vitest', 'run', 'tests/api/fuzz.test.ts', '--testTimeout=3600000'], {
  env: { ...process.env, FUZZ_RUNS: runs },
});
