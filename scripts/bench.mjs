// npm run bench [-- <name> [options]]: runs bench/<name>.ts, or every benchmark in turn.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { build } from 'vite';
import { ensureBuilt, ensureInstalled, root, run } from './setup.mjs';

ensureInstalled();
// The peers that are measured beside ours; the site itself never needs them.
ensureInstalled('bench');
// Some run the built site itself.
ensureBuilt();

const all = readdirSync('bench')
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length));
const [name, ...options] = process.argv.slice(2);
const wanted = name && !name.startsWith('-') ? [name] : all;
const passedOn = name?.startsWith('-') ? [name, ...options] : options;

// A built benchmark lies in bench/, so Node would give it the peers' own copy of a package (lighthouse brings zod 3): where
// the two differ, the site's goes into the bundle.
const versionOf = (folder) =>
  existsSync(`${folder}/package.json`) && JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).version;
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const shadowed = Object.keys(dependencies).filter((library) => {
  const peer = versionOf(`bench/node_modules/${library}`);
  return peer && peer !== versionOf(`node_modules/${library}`);
});

for (const bench of wanted) {
  if (!all.includes(bench)) {
    console.error(`No benchmark is called ${bench}. There are: ${all.join(', ')}.`);
    process.exit(1);
  }
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: shadowed },
    build: { ssr: `bench/${bench}.ts`, outDir: 'bench/.build', emptyOutDir: false, target: 'node20' },
  });
  run(process.execPath, ['--expose-gc', `bench/.build/${bench}.js`, ...passedOn]);
}
