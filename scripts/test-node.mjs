// npm run test:node -- <version> [--quick]: the unit and API tests on another Node, which npm's package `node` brings into a
// cache. With --quick without the files below, which take half of the time.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, run } from './setup.mjs';

/** What they show hangs on stores, clocks and texts, not on Node. */
const slow = [
  'src/server/features/chat/non-interference.test.ts',
  'src/server/narrator/suggestions.test.ts',
  ...['cards-writing', 'failover', 'fuzz', 'guessing', 'life', 'mirror', 'restore', 'summaries'].map(
    (name) => `tests/api/${name}.test.ts`,
  ),
];

const [version, option] = process.argv.slice(2);
if (!version || !/^\d+(\.\d+)*$/.test(version)) {
  console.error('npm run test:node -- <version> [--quick], for example 24');
  process.exit(1);
}
ensureInstalled();
ensureBuilt();

const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const folder = join(caches, 'sito-del-libro', `node-${version}`);
const node = join(folder, 'node_modules/node/bin/node');
if (!existsSync(node)) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  run('npm', ['install', '--no-save', '--loglevel=error', `node@${version}`], { cwd: folder });
}
run(node, ['--version']);
const left = option === '--quick' ? slow.map((file) => `--exclude=${file}`) : [];
run(node, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...left, 'src', 'tests/api']);
