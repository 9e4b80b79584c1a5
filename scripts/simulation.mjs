// npm run bench:simulation [-- options]: bundles the site over the simulated world and runs bench/simulation/main.ts.
// npm run bench:simulation -- faults [names…]: plants each fault of bench/simulation/faults.json in a bundle of its own, gives the
// simulation a minute of processor time to find it, and writes what it found into docs/durability.md.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { build, runnerImport } from 'vite';
import { ensureInstalled, root, run } from './setup.mjs';

const document = 'docs/durability.md';
const [begin, end] = ['<!-- planted faults -->', '<!-- end of planted faults -->'];

/** @typedef {import('../bench/simulation/plugin.ts').Fault} Fault */

ensureInstalled();
const { module: plugins } = await runnerImport('./src/build/yaml-plugin.ts');
const { module: simulated } = await runnerImport('./bench/simulation/plugin.ts');

/** @param {Fault} [fault] @returns where the bundle is */
async function bundle(fault) {
  // Not below bench/, whose own packages, where they are installed, may be of other versions than the site's.
  const outDir = `node_modules/.simulation${fault ? `-${fault.name}` : ''}`;
  await build({
    root,
    configFile: false,
    plugins: [simulated.simulatedWorld(root, fault), plugins.yamlFiles()],
    logLevel: 'error',
    ssr: { noExternal: ['srvx'] },
    build: {
      ssr: 'bench/simulation/main.ts',
      outDir,
      emptyOutDir: true,
      target: 'node20',
      // One file: to load a part of it later would take real time.
      rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: false } },
    },
  });
  return `${outDir}/main.js`;
}

/** @param {Fault} fault @returns {Promise<string>} a row of the table */
async function findFault(fault) {
  const script = await bundle(fault);
  const options = ['--seed', '1', '--seconds', '60', '--brief'];
  const { stdout, status } = spawnSync(process.execPath, [script, ...options], { encoding: 'utf8' });
  const [, seed, seconds, problem = ''] = /^seed (\d+) after (\d+) s: (.*)/.exec(stdout) ?? [];
  const cell = problem.replaceAll(/[<>*_`|]/g, '').slice(0, 120);
  const result = status === 1 && seed ? `life ${seed}, ${seconds} s: ${cell}` : '**missed**';
  console.log(`${fault.name}: ${result}`);
  return `| ${fault.name} | ${fault.room} | ${fault.breaks} | ${result} |`;
}

/** @param {string[]} names of faults; none: all of them */
async function findFaults(names) {
  const faults = /** @type {Fault[]} */ (JSON.parse(readFileSync('bench/simulation/faults.json', 'utf8')));
  const text = readFileSync(document, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const [table = '', after = ''] = rest.split(end);
  const rows = new Map([...table.matchAll(/^\| (\S+) .*$/gm)].map(([row, name]) => [name, row]));
  for (const fault of faults)
    if (names.length === 0 || names.includes(fault.name)) rows.set(fault.name, await findFault(fault));
  const all = faults.flatMap(({ name }) => rows.get(name) ?? []);
  const missed = all.filter((row) => row.includes('**missed**')).length;
  const head = '| fault | in | what it breaks | found in |\n| --- | --- | --- | --- |';
  const result = `${all.length - missed} of ${all.length} found.\n\n${[head, ...all].join('\n')}`;
  const markdown = `${before}${begin}\n\n${result}\n\n${end}${after}`;
  writeFileSync(document, await format(markdown, { ...(await resolveConfig(document)), filepath: document }));
  if (missed > all.length * 0.05) process.exitCode = 1;
}

const [mode, ...options] = process.argv.slice(2);
if (mode === 'faults') await findFaults(options);
else run(process.execPath, [await bundle(), ...process.argv.slice(2)]);
