// npm run test:node -- <version>: the unit and API tests on another Node, which npm's package `node` brings into a cache.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, run } from './setup.mjs';

const version = process.argv[2];
if (!version || !/^\d+(\.\d+)*$/.test(version)) {
  console.error('npm run test:node -- <version>, for example 24');
  process.exit(1);
}
ensureInstalled();
ensureBuilt();

const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const folder = join(caches, 'il-respiro-di-ferro', `node-${version}`);
const node = join(folder, 'node_modules/node/bin/node');
if (!existsSync(node)) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  run('npm', ['install', '--no-save', '--loglevel=error', `node@${version}`], { cwd: folder });
}
run(node, ['--version']);
run(node, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', 'src', 'tests/api']);
