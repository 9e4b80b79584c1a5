// What every command needs first, with nothing but Node: packages and build. Each step is skipped
// when it is already done.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
// The SDK's advice on the next Node is for us: package-lock.json holds a version that runs on this one.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

/**
 * Runs a command to its end, showing its output; exits with its status when it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** @param {string} path */
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/**
 * `npm ci` over the lock with the packages' addresses, without which npm asks for every package's whole history first (decision 014).
 * npm-shrinkwrap.json is what npm reads before package-lock.json, which stays as it is.
 *
 * @param {string} folder
 */
function install(folder) {
  // The build needs the development packages, whatever NODE_ENV says.
  const ci = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const copy = 'npm-shrinkwrap.json';
  copyFileSync(join(folder, 'package-lock.json'), join(folder, copy));
  const { stdout: registry } = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' });
  run(process.execPath, ['deploy/lock-addresses.mjs', folder, registry.trim(), copy]);
  const { status } = spawnSync('npm', ci, { stdio: 'inherit', cwd: folder });
  rmSync(join(folder, copy));
  // A registry may have its packages at other addresses.
  if (status !== 0) run('npm', ci, { cwd: folder });
}

/** Installs the packages that package-lock.json names, in `folder`, unless these very ones are there. */
export function ensureInstalled(folder = '.') {
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules/.installed');
  if (read(stamp) === hash) return;
  console.log(`Installo i pacchetti${folder === '.' ? '' : ` di ${folder}`}…`);
  install(folder);
  writeFileSync(stamp, hash);
}

const buildInputs = [
  'src',
  'server.ts',
  'index.html',
  'vite.config.ts',
  'scripts/build.mjs',
  'package-lock.json',
];
/** @param {string} path */
const isBuildInput = (path) => !/\.test\.tsx?$|^src\/content\/media\//.test(path);

function fingerprint() {
  const hash = createHash('sha256');
  /** @param {string} path */
  const visit = (path) => {
    const stats = statSync(path);
    if (stats.isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(`${path}/${name}`);
    } else if (isBuildInput(path)) {
      hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`);
    }
  };
  buildInputs.forEach(visit);
  return hash.digest('hex');
}

/** Builds client and server unless `dist/` was made from these very files. */
export function ensureBuilt() {
  const hash = fingerprint();
  const stamp = 'dist/.built';
  if (read(stamp) === hash) return;
  console.log('Costruisco il sito…');
  rmSync(stamp, { force: true });
  run(process.execPath, ['scripts/build.mjs']);
  writeFileSync(stamp, hash);
}

/** Reads `.env` beside package.json, if there is one. What the environment already says wins. */
export function loadDotEnv() {
  if (existsSync('.env')) process.loadEnvFile('.env');
}
