// npm run size: counts the lines of every room beside its budget and writes the table into docs/size.md. npm test prints it above
// its last line. A room over its budget fails nothing: it is made smaller, or docs/decisions/015-the-checks.md says why it may stay.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const isTest = (/** @type {string} */ file) => /\.test\.tsx?$|^tests\//.test(file);
const isSource = (/** @type {string} */ file) =>
  /\.(?:tsx?|mjs|css|sh|c)$|^deploy\/(?:libro|Caddyfile|Dockerfile)/.test(file) && !isTest(file);
const isData = (/** @type {string} */ file) => /\.(?:ya?ml|json|txt|md|csv)$/.test(file);

/** Folders with the most lines of each, styles aside. */
const rooms = {
  'src/shared': 3_200,
  'src/build': 1_350,
  'src/content': 1_450,
  'src/server/api': 1_150,
  'src/server/http': 1_350,
  'src/server/main': 1_650,
  'src/server/features': 8_700,
  'src/server/spoilers': 850,
  'src/server/storage': 9_500,
  'src/server/encoder': 650,
  'src/server/help': 1_950,
  'src/server/listener': 1_170,
  'src/server/model': 2_040,
  'src/server/narrator': 2_900,
  'src/server/talk': 1_100,
  'src/server/text': 960,
  'src/client/features/admin': 16_050,
  'src/client/features/chat': 4_000,
  'src/client/features/landing': 2_500,
  'src/client/features/article': 1_250,
  bench: 7_500,
  scripts: 1_600,
  deploy: 1_080,
};
const clientRooms = Object.keys(rooms).filter((folder) => folder.startsWith('src/client/'));
const otherServer = /^src\/server\/(?!(?:encoder|help|listener|model|narrator|storage|talk|text)\/)/;

/** A name, what it counts, most lines; `undefined` for a row without a budget. @type {[string, (file: string) => boolean, number?][]} */
const counters = [
  ...Object.entries(rooms).map(
    ([folder, most]) =>
      /** @type {[string, (file: string) => boolean, number]} */ ([
        folder,
        (file) => file.startsWith(`${folder}/`) && isSource(file) && !file.endsWith('.css'),
        most,
      ]),
  ),
  [
    'src/client elsewhere',
    (file) =>
      /^src\/client\/.*\.tsx?$/.test(file) &&
      !isTest(file) &&
      !clientRooms.some((folder) => file.startsWith(`${folder}/`)),
    2_000,
  ],
  ['styles (.css)', (file) => file.endsWith('.css'), 10_950],
  ['tests', (file) => isTest(file) && !isData(file), 44_000],
  ['content: texts and data', (file) => file.startsWith('src/') && isData(file)],
  ['data of tests and benches', (file) => /^(?:tests|bench)\//.test(file) && isData(file)],
  ['all source without tests', isSource, 89_000],
  ['server without language and storage', (file) => isSource(file) && otherServer.test(file), 13_500],
  ['scripts and deploy', (file) => /^(?:scripts|deploy)\//.test(file) && isSource(file), 2_000],
];

/** Rows of the table, of the files that git tracks and that are there; none outside a clone. */
function countRows() {
  const { stdout, status } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' });
  if (status !== 0) return [];
  const files = stdout
    .split('\0')
    .filter((file) => (isSource(file) || isTest(file) || isData(file)) && existsSync(file))
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }));
  return counters.map(([name, counts, most]) => ({
    name,
    most,
    count: files.reduce((sum, { file, lines }) => sum + (counts(file) ? lines : 0), 0),
  }));
}

/** The table as lines of text. */
export function sizeLines() {
  const format = (/** @type {number | undefined} */ lines) => (lines?.toLocaleString('en') ?? '').padStart(8);
  const rows = countRows().map(({ name, count, most }) => {
    const warning = most !== undefined && count > most ? '  over budget' : '';
    return `${name.padEnd(38)}${format(count)}${format(most)}${warning}`.trimEnd();
  });
  return rows.length > 0 ? [`${'lines of'.padEnd(38)}   today  budget`, ...rows, ''] : [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const table = sizeLines().join('\n');
  console.log(table);
  writeFileSync(
    'docs/size.md',
    `# Lines by room\n\nWritten by \`npm run size\`.\n\n\`\`\`text\n${table.trimEnd()}\n\`\`\`\n`,
  );
}
