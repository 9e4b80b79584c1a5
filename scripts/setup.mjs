// What every command needs first, with nothing but Node: packages, build, browser. Each step is skipped
// when it is already done.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureProgram } from './debian-package.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
// The SDK's advice on the next Node is for us: package-lock.json holds a version that runs on this one.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

/** Runs a command to its end, showing its output; exits with its status when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** Installs the packages that package-lock.json names, in `folder`, unless these very ones are there. */
export function ensureInstalled(folder = '.') {
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules/.installed');
  if (read(stamp) === wanted) return;
  console.log(`Installo i pacchetti${folder === '.' ? '' : ` di ${folder}`}…`);
  // The build needs the development packages, whatever NODE_ENV says.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  writeFileSync(stamp, wanted);
}

const buildInputs = [
  'src',
  'server.ts',
  'index.html',
  'vite.config.ts',
  'scripts/build.mjs',
  'package-lock.json',
];
const isBuildInput = (path) => !/\.test\.tsx?$|^src\/content\/media\//.test(path);

function fingerprint() {
  const hash = createHash('sha256');
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
  const wanted = fingerprint();
  const stamp = 'dist/.built';
  if (read(stamp) === wanted) return;
  console.log('Costruisco il sito…');
  rmSync(stamp, { force: true });
  run(process.execPath, ['scripts/build.mjs']);
  writeFileSync(stamp, wanted);
}

/** Reads `.env` beside package.json, if there is one. What the environment already says wins. */
export function loadDotEnv() {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

async function playwrightChromium() {
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/**
 * The Chromium to test with: CHROMIUM_PATH, then Debian's build without windows, which needs half the processor, then
 * the system's, then Playwright's own; when there is none it is installed, with Playwright's download or else with
 * the system's package manager.
 */
export async function ensureBrowser() {
  const system = '/usr/bin/chromium';
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (existsSync(configured)) return configured;
    console.error(`CHROMIUM_PATH non esiste: ${configured}`);
    process.exit(1);
  }
  const shell = ensureProgram('chromium-headless-shell');
  if (shell) return shell;
  const found = existsSync(system) ? system : await playwrightChromium();
  if (found) return found;
  console.log('Nessun Chromium: lo installo…');
  const attempts = [
    ['npx', ['playwright', 'install', '--with-deps', 'chromium']],
    ['apt-get', ['update', '-qq']],
    ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']],
  ];
  for (const [command, args] of attempts) {
    console.log(`> ${command} ${args.join(' ')}`);
    spawnSync(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = existsSync(system) ? system : await playwrightChromium();
    if (installed) return installed;
  }
  console.error(
    'Non riesco a installare Chromium: installalo a mano e indica il suo percorso in CHROMIUM_PATH.',
  );
  process.exit(1);
}
