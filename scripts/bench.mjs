// npm run bench [-- <name> [options]]: runs bench/<name>.ts, or every benchmark in turn.
// npm run bench:fuzz [-- <runs>]: the fuzzing of tests/api/fuzz.test.ts with so many requests to each call (400).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { build, runnerImport } from 'vite';
import { ensureBuilt, ensureInstalled, root, run } from './setup.mjs';

ensureInstalled();
const [name = '', ...options] = process.argv.slice(2);
if (name === 'fuzz') {
  const vitest = ['--no-install', 'vitest', 'run', 'tests/api/fuzz.test.ts', '--testTimeout=3600000'];
  run('npx', vitest, { env: { ...process.env, FUZZ_RUNS: options[0] ?? '400' } });
  process.exit();
}
// The peers that are measured beside ours; the site itself never needs them.
ensureInstalled('bench');
// Some run the built site itself.
ensureBuilt();

const all = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));
const isName = name !== '' && !name.startsWith('-');
if (isName && !all.includes(name)) {
  console.error(`No benchmark is called ${name}. There are: ${all.join(', ')}.`);
  process.exit(1);
}

/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
/** @param {string} folder @param {string} name */
const versionIn = (folder, name) => {
  const file = `${folder}/${name}/package.json`;
  return existsSync(file) ? read(file).version : undefined;
};
// From bench/.build a package is looked for in bench/node_modules first, where a peer may have brought another version of
// what the site uses: the site's own is built in.
const disputed = Object.keys(read('package.json').dependencies).filter((name) => {
  const peers = versionIn('bench/node_modules', name);
  return peers !== undefined && peers !== versionIn('node_modules', name);
});

const { module: plugins } = await runnerImport('./src/build/yaml-plugin.ts');
for (const bench of isName ? [name] : all) {
  await build({
    root,
    configFile: false,
    plugins: [plugins.yamlFiles()],
    logLevel: 'warn',
    ssr: { noExternal: disputed },
    build: {
      ssr: `bench/${bench}.ts`,
      outDir: 'bench/.build',
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  });
  const passedOn = isName ? options : process.argv.slice(2);
  run(process.execPath, ['--expose-gc', `bench/.build/${bench}.js`, ...passedOn]);
}
