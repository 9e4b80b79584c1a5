// npm run test:node -- <version> [--quick]: the unit and API tests on another Node, which npm's package `node` brings into a
// cache. With --quick only those of what Node itself does for the site.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './setup.mjs';

/**
 * HTTP, streams, files, processes, cryptography, timers, images and the drawing of pages; `permissions` calls every procedure
 * once over all of it. Texts, rules and forms compute the same on every Node.
 */
const touchingNode = [
  ...['api', 'background', 'http', 'main', 'model', 'storage'].map((room) => `src/server/${room}/`),
  ...['auth', 'backup', 'book-package', 'health', 'keeping', 'media', 'uploads'].map(
    (feature) => `src/server/features/${feature}/`,
  ),
  'src/server/talk/servers.test.ts',
  'src/build/',
  'src/client/prerender.test.tsx',
  'tests/api/backup-entries.test.ts',
  'tests/api/book.test.ts',
  'tests/api/book-package.test.ts',
  'tests/api/calling.test.ts',
  'tests/api/daily-copies.test.ts',
  'tests/api/files.test.ts',
  'tests/api/header-cost.test.ts',
  'tests/api/health.test.ts',
  'tests/api/media.test.ts',
  'tests/api/mirror-restore.test.ts',
  'tests/api/node-handler.test.ts',
  'tests/api/passkeys.test.ts',
  'tests/api/permissions.test.ts',
  'tests/api/raw-http.test.ts',
  'tests/api/refusals.test.ts',
  'tests/api/security.test.ts',
  'tests/api/sign-in.test.ts',
  'tests/api/trpc-protocol.test.ts',
  'tests/api/uploads.test.ts',
];
const missing = touchingNode.filter((path) => !existsSync(join(root, path)));
if (missing.length > 0)
  throw new Error(`scripts/test-node.mjs names what is not there: ${missing.join(', ')}`);

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
const paths = option === '--quick' ? touchingNode : ['src', 'tests/api'];
run(node, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...paths]);
