// node tests/faults/run.mjs <checkout> [--results file.json] [--only 1,5-9] [--map old=new,other]…: plants each fault of faults.json
// by itself in a temporary worktree of the checkout's HEAD and tells which test finds it. A run that was stopped goes on where it was.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../../scripts/programs.mjs';

/**
 * @typedef {object} Fault `tests`: files or folders of vitest's, where they are not those that import the file; `browser`: specs that
 * are asked where those find nothing
 * @property {number} id
 * @property {string} file
 * @property {string} find
 * @property {string} replace
 * @property {string} breaks
 * @property {string[]} [tests]
 * @property {string[]} [browser]
 * @typedef {{ file: string, title: string }} Failure of a test, of a file that does not load (no title), or of a whole run (neither)
 * @typedef {{ state: string, by?: string, seconds: number }} Result
 * @typedef {{ commit: string, rows: Record<string, Result>, failing: Record<string, string[]> }} Results `failing`: the tests that
 * fail without a fault too, of the files that were asked
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    results: { type: 'string', default: 'faults-results.json' },
    only: { type: 'string' },
    map: { type: 'string', multiple: true, default: [] },
  },
});
const [checkout] = positionals.map((path) => resolve(path));
if (!checkout) throw new Error('Which checkout?');
const renamed = new Map(values.map.map((pair) => /** @type {[string, string]} */ (pair.split('='))));
const ranges = values.only?.split(',').map((range) => range.split('-').map(Number));
/** @type {Fault[]} */
const faults = JSON.parse(readFileSync(new URL('faults.json', import.meta.url), 'utf8'));
const chosen = faults.filter(
  ({ id }) => !ranges || ranges.some(([first = 0, last = first]) => id >= first && id <= last),
);

/** @param {string[]} args */
const git = (...args) => execFileSync('git', ['-C', checkout, ...args], { encoding: 'utf8' }).trim();
const commit = git('rev-parse', 'HEAD');
/** @type {Results} */
const results = existsSync(values.results)
  ? JSON.parse(readFileSync(values.results, 'utf8'))
  : { commit, rows: {}, failing: {} };
if (results.commit !== commit) throw new Error(`${values.results} is of commit ${results.commit}.`);
const save = () => writeFileSync(values.results, `${JSON.stringify(results, null, 2)}\n`);

const folder = `${checkout}.faults`;
const [dist, cleanDist] = [join(folder, 'dist'), join(folder, 'node_modules/.dist')];
const browser = await findBrowser();
const [mostMs, mostCleanMs] = [180_000, 600_000];

/** @type {number | undefined} */
let running;
/** Runs a program in the worktree and stops it, and all it started, after a time. @param {string[]} command @param {number} most */
function run([program = '', ...args], most) {
  const env = { ...process.env, ...(browser && { CHROMIUM_PATH: browser }) };
  const child = spawn(program, args, { cwd: folder, stdio: 'ignore', detached: true, env });
  running = child.pid;
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => child.pid && process.kill(-child.pid, signal);
  let isSlow = false;
  const timers = [
    setTimeout(() => (end('SIGTERM'), (isSlow = true)), most),
    setTimeout(() => end('SIGKILL'), most + 10_000),
  ];
  return new Promise((done) => {
    child.once('close', (status) => {
      timers.forEach(clearTimeout);
      running = undefined;
      done(isSlow ? 'slow' : status === 0 ? 'passed' : 'failed');
    });
  });
}

const evaluate = (/** @type {string} */ code) =>
  run(['node', '--input-type=module', '-e', code], mostCleanMs);
const build = () => evaluate("(await import('./scripts/setup.mjs')).ensureBuilt()");
/** @param {any} suite @param {string} [path] of titles @returns {Failure[]} */
const failuresOfSuite = ({ specs, suites = [] }, path = '') => [
  ...specs.flatMap((/** @type {any} */ { file, title, ok }) =>
    ok ? [] : [{ file: `tests/${file}`, title: path + title }],
  ),
  ...suites.flatMap((/** @type {any} */ suite) => failuresOfSuite(suite, `${path}${suite.title} `)),
];
const runners = {
  vitest: {
    report: join(folder, 'test-results/faults.json'),
    command: ['npx', 'vitest', '--run', '--reporter=json', '--outputFile=test-results/faults.json'],
    stopAtFirst: ['--bail=1'],
    /** @param {string} titles */
    without: (titles) => ['-t', `^(?!.*(?:${titles}))`],
    /** @param {any} report @returns {Failure[]} */
    failures: ({ testResults }) =>
      testResults.flatMap((/** @type {any} */ { name, status, assertionResults }) => {
        const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
        const titles = failed.map((/** @type {any} */ { fullName }) => fullName);
        if (titles.length === 0 && status === 'failed') titles.push('');
        return titles.map((/** @type {string} */ title) => ({ file: relative(folder, name), title }));
      }),
  },
  playwright: {
    report: join(folder, 'test-results/e2e.json'),
    command: ['npx', 'playwright', 'test', '--retries=1'],
    stopAtFirst: ['-x'],
    /** @param {string} titles */
    without: (titles) => ['--grep-invert', titles],
    /** @param {any} report */
    failures: ({ suites }) => suites.flatMap((/** @type {any} */ suite) => failuresOfSuite(suite)),
  },
};
/** @typedef {keyof typeof runners} Runner */

/** @param {Runner} name @param {string[]} args @param {number} most @returns {Promise<Failure[] | 'slow'>} */
async function failuresOf(name, args, most) {
  const { report, command, failures } = runners[name];
  rmSync(report, { force: true });
  const ended = await run([...command, ...args], most);
  if (ended !== 'failed') return ended === 'slow' ? 'slow' : [];
  const found = existsSync(report) ? failures(JSON.parse(readFileSync(report, 'utf8'))) : [];
  return found.length > 0 ? found : [{ file: '', title: '' }];
}

/** Whether a test that fails with a fault passes without. @param {Runner} name @param {string[]} args @param {Failure} failure */
async function passesWithout(name, args, { file, title }) {
  const key = file || args.join(' ');
  if (!results.failing[key]) {
    const failures = await failuresOf(name, file ? [file] : args, mostCleanMs);
    results.failing[key] = failures === 'slow' ? [''] : failures.map((failure) => failure.title);
    save();
  }
  return !results.failing[key].some((failing) => failing === '' || failing === title);
}

/** @param {Fault} fault @returns {Promise<Omit<Result, 'seconds'>>} */
async function plant({ file, find, replace, tests, browser: specs = [] }) {
  const path = join(folder, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.split(find).length !== 2) return { state: 'does not apply' };
  const { atime, mtime } = statSync(path);
  const edit = () =>
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
  const undo = () => {
    writeFileSync(path, text);
    utimesSync(path, atime, mtime);
    if (existsSync(cleanDist)) {
      rmSync(dist, { recursive: true, force: true });
      renameSync(cleanDist, dist);
    }
  };
  const namesOf = (/** @type {string[]} */ names) =>
    names.flatMap((name) => (renamed.get(name) ?? name).split(','));
  const present = (/** @type {string[]} */ paths) => paths.filter((each) => existsSync(join(folder, each)));
  const own = present(namesOf(tests ?? []));
  /** @type {[Runner, string[]][]} */
  const steps = [];
  if (own.length > 0) steps.push(['vitest', own]);
  else if (/\.tsx?$/.test(file)) steps.push(['vitest', ['related', file]]);
  const folders = ['tests/e2e', 'tests/sweep'];
  const pages = present(namesOf(specs).flatMap((name) => folders.map((each) => `${each}/${name}.spec.ts`)));
  if (pages.length > 0) steps.push(['playwright', pages]);
  let state = steps.length > 0 ? 'not found' : 'no such tests';
  try {
    edit();
    for (const [name, args] of steps) {
      /** @type {string[]} */
      const passedOver = [];
      for (;;) {
        if (name === 'playwright' && !existsSync(cleanDist)) {
          renameSync(dist, cleanDist);
          if ((await build()) !== 'passed') return { state: 'found', by: 'the build' };
        }
        const { without, stopAtFirst } = runners[name];
        const more = passedOver.length > 0 ? without(passedOver.join('|')) : [];
        const failures = await failuresOf(name, [...args, ...stopAtFirst, ...more], mostMs);
        if (failures === 'slow') state = 'slow';
        if (failures === 'slow' || failures.length === 0) break;
        undo();
        for (const failure of failures) {
          if (await passesWithout(name, args, failure))
            return { state: 'found', by: `${failure.file || name} ${failure.title}`.trim() };
          passedOver.push(failure.title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
        }
        edit();
        if (passedOver.includes('') || passedOver.length > 10)
          return { state: 'unclear', by: `${failures[0]?.file} fails without a fault too` };
      }
    }
    return { state };
  } finally {
    undo();
  }
}

function removeWorktree() {
  if (running) process.kill(-running, 'SIGKILL');
  if (existsSync(folder)) git('worktree', 'remove', '--force', folder);
}

const waiting = chosen.filter(({ id }) => !results.rows[id]);
if (waiting.length > 0) {
  removeWorktree();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  process.once('exit', removeWorktree);
  git('worktree', 'add', '--quiet', '--detach', folder, commit);
  execFileSync('cp', ['-al', join(checkout, 'node_modules'), folder]);
  for (const name of ['.vite', '.vite-temp', '.simulation'])
    rmSync(join(folder, 'node_modules', name), { recursive: true, force: true });
  if ((await build()) !== 'passed') throw new Error('The checkout does not build.');
}
for (const fault of waiting) {
  const started = performance.now();
  const result = await plant(fault);
  results.rows[fault.id] = { ...result, seconds: Math.round((performance.now() - started) / 1000) };
  console.log(`${fault.id} ${result.state}`);
  save();
  await build();
}

for (const { id, breaks } of chosen) {
  const { state = '', by = '', seconds = 0 } = results.rows[id] ?? {};
  console.log(
    `${String(id).padStart(2)}  ${state.padEnd(14)} ${String(seconds).padStart(4)} s  ${breaks}${by && `\n      ${by}`}`,
  );
}
