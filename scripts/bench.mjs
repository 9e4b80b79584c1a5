// npm run bench [-- <name> [options]]: runs bench/<name>.ts, or every benchmark in turn.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { build, runnerImport } from 'vite';
import { ablation } from './ablation.mjs';
import { ensureBuilt, ensureInstalled, root, run } from './setup.mjs';

ensureInstalled();
// The peers that are measured beside ours; the site itself never needs them.
ensureInstalled('bench');
// Some run the built site itself.
ensureBuilt();

const all = readdirSync('bench')
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length));
const [name, ...given] = process.argv.slice(2);
const options = given.filter((option) => !option.startsWith('--without='));
const without = given.find((option) => option.startsWith('--without='))?.slice('--without='.length);
if (without !== undefined) process.env.WITHOUT = without;
const wanted = name && !name.startsWith('-') ? [name] : all;
const passedOn = name?.startsWith('-') ? [name, ...options] : options;

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
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

for (const bench of wanted) {
  if (!all.includes(bench)) {
    console.error(`No benchmark is called ${bench}. There are: ${all.join(', ')}.`);
    process.exit(1);
  }
  await build({
    root,
    configFile: false,
    plugins: [plugins.yamlFiles(), ...(without === undefined ? [] : [ablation()])],
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
  run(process.execPath, ['--expose-gc', `bench/.build/${bench}.js`, ...passedOn]);
}
