// npm run bench:simulation [-- options]: bundles the site over the simulated world and runs bench/simulation/main.ts.
// npm run bench:simulation -- faults [names…]: plants each fault of bench/simulation/faults.ts in a bundle of its own, gives the
// simulation a minute of processor time to find it, and writes what it found into docs/durability.md.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { build, runnerImport } from 'vite';
import { ensureInstalled, root, run } from './setup.mjs';

const document = 'docs/durability.md';
const begin = '<!-- planted faults -->';
const end = '<!-- end of planted faults -->';

/** @typedef {import('../bench/simulation/faults.ts').Fault} Fault */

ensureInstalled();
const { module: plugins } = await runnerImport('./src/build/yaml-plugin.ts');
const { module: simulated } = await runnerImport('./bench/simulation/plugin.ts');
const { faults } = /** @type {{ faults: readonly Fault[] }} */ (
  (await runnerImport('./bench/simulation/faults.ts')).module
);

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
async function tryToFind(fault) {
  const script = await bundle(fault);
  const options = ['--seed', '1', '--seconds', '60', '--brief'];
  const { stdout, status } = spawnSync(process.execPath, [script, ...options], { encoding: 'utf8' });
  const [, seed = '', seconds = '', problem = ''] = /^seed (\d+) after (\d+) s: (.*)/.exec(stdout) ?? [];
  const found = status === 1 && seed !== '' ? `life ${seed}, ${seconds} s: ${plain(problem)}` : '**missed**';
  console.log(`${fault.name}: ${found}`);
  return `| ${fault.name} | ${fault.room} | ${fault.breaks} | ${found} |`;
}

/** @param {string} text as a cell */
const plain = (text) =>
  text
    .replaceAll('|', '/')
    .replaceAll(/[<>*_`]/g, '')
    .slice(0, 120);

/** @param {readonly string[]} rows of a table @returns them with columns of one width, as prettier sets them */
function columns(rows) {
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const isRule = (/** @type {string} */ cell) => /^-+$/.test(cell);
  const widths = (cells[0] ?? []).map((_, at) =>
    Math.max(...cells.map((row) => (isRule(row[at] ?? '') ? 3 : (row[at] ?? '').length))),
  );
  return cells.map((row) => {
    const padded = row.map((cell, at) =>
      isRule(cell) ? '-'.repeat(widths[at] ?? 3) : cell.padEnd(widths[at] ?? 3),
    );
    return `| ${padded.join(' | ')} |`;
  });
}

/** Puts new rows in the place of those of the same faults. @param {Map<string, string>} rows by name */
function writeTable(rows) {
  const text = readFileSync(document, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const [table = '', after = ''] = rest.split(end);
  const old = new Map([...table.matchAll(/^\| (\S+) .*$/gm)].map(([row, name]) => [name, row]));
  const all = faults.flatMap(({ name }) => rows.get(name) ?? old.get(name) ?? []);
  const found = all.filter((row) => !row.includes('**missed**')).length;
  const lines = [
    `${found} of ${all.length} found.`,
    '',
    ...columns(['| fault | in | what it breaks | found in |', '| --- | --- | --- | --- |', ...all]),
  ];
  writeFileSync(document, `${before}${begin}\n\n${lines.join('\n')}\n\n${end}${after}`);
  return found / all.length;
}

const [mode, ...names] = process.argv.slice(2);
if (mode === 'faults') {
  /** @type {Map<string, string>} */
  const rows = new Map();
  const wanted =
    names.length === 0 ? faults : names.flatMap((name) => faults.filter((each) => each.name === name));
  for (const fault of wanted) rows.set(fault.name, await tryToFind(fault));
  if (writeTable(rows) < 0.95) process.exitCode = 1;
} else {
  run(process.execPath, [await bundle(), ...process.argv.slice(2)]);
}
