import fs from 'node:fs/promises';
import path from 'node:path';
import { journal, killedSite } from './killed-site.ts';
import type { Row, Trial } from './row.ts';
import { adminPassword } from '../../tests/support/admin-password.ts';
import { StartFailed } from '../../tests/support/process.ts';
import { SiteProcess } from './site-process.ts';
import { Visitor } from './visitor.ts';

/** `nobody`: what a file's permissions forbid, they do not forbid to root. */
const unprivileged = 65_534;

interface Case {
  name: string;
  /** What is done to the data folder of a killed server before it is started again. */
  change: (dataDir: string) => Promise<unknown>;
  expected: 'refused' | 'serves';
  unprivileged?: boolean;
}

const withPath = (dataDir: string, name: string) => path.join(dataDir, name);
const empty = (name: string) => (dataDir: string) => fs.truncate(withPath(dataDir, name));
const forbid = (name: string, mode: number) => (dataDir: string) => fs.chmod(withPath(dataDir, name), mode);

const database = 'db.json';
const head = 'db.json.journal.head';

const cases: Case[] = [
  { name: 'the lock of a dead process', change: async () => undefined, expected: 'serves' },
  {
    name: 'a lock whose process id a living process has now',
    change: (dataDir) => editLock(dataDir, { pid: process.pid, checksum: undefined }),
    expected: 'serves',
  },
  { name: 'a lock of no bytes', change: empty('db.json.lock'), expected: 'refused' },
  {
    name: 'no db.json beside its journal',
    change: (dir) => fs.rm(withPath(dir, database)),
    expected: 'refused',
  },
  { name: 'db.json of no bytes', change: empty(database), expected: 'refused' },
  {
    name: 'a folder called db.json',
    change: (dir) => fs.rm(withPath(dir, database)).then(() => fs.mkdir(withPath(dir, database))),
    expected: 'refused',
  },
  { name: 'a db.json older than its journal', change: (dir) => asOlder(dir, 2), expected: 'refused' },
  { name: 'the db.json of another site', change: (dir) => foreign(dir), expected: 'refused' },
  { name: 'a line missing in the journal', change: (dir) => withoutLine(dir, 3), expected: 'refused' },
  { name: 'the journal missing', change: (dir) => fs.rm(withPath(dir, journal)), expected: 'refused' },
  { name: 'the journal of no bytes', change: empty(journal), expected: 'refused' },
  {
    name: 'a segment of the version before beside the journal',
    change: (dir) => fs.copyFile(withPath(dir, journal), withPath(dir, 'db.json.journal.1')),
    expected: 'refused',
  },
  {
    name: 'half a db.json.tmp, the name of a backup being read and a journal just begun',
    change: async (dir) => {
      await fs.writeFile(withPath(dir, 'db.json.tmp'), '{"schema":1,');
      await fs.link(withPath(dir, database), withPath(dir, 'db.json.snapshot-1'));
      await fs.writeFile(withPath(dir, `${journal}.tmp`), '0a1b');
    },
    expected: 'serves',
  },
  { name: 'a session key of no bytes', change: empty('session.key'), expected: 'refused' },
  {
    name: 'a journal’s head with a wrong byte',
    change: (dir) => fs.writeFile(withPath(dir, head), '0a1b2c3d {"journal":1}\n'),
    expected: 'refused',
  },
  { name: 'no journal’s head', change: (dir) => fs.rm(withPath(dir, head)), expected: 'serves' },
  { name: 'no session key', change: (dir) => fs.rm(withPath(dir, 'session.key')), expected: 'serves' },
  ...[database, journal, 'session.key'].map((name): Case => {
    return {
      name: `${name} not to be read (mode 000)`,
      change: forbid(name, 0),
      expected: 'refused',
      unprivileged: true,
    };
  }),
  {
    name: 'a data folder not to be written (mode 500)',
    change: forbid('.', 0o500),
    expected: 'refused',
    unprivileged: true,
  },
  {
    name: 'an uploads folder not to be written (mode 500)',
    change: async (dir) => {
      const uploads = path.join(dir, '../uploads');
      await fs.rm(uploads, { recursive: true });
      await fs.mkdir(uploads, { mode: 0o500 });
    },
    expected: 'refused',
    unprivileged: true,
  },
];

/** What a start says to files that are missing, empty, foreign or forbidden, and to a second process. */
export async function starts({ scratch, progress }: Trial): Promise<Row[]> {
  const pristine = path.join(scratch, 'starts');
  await killedSite(pristine);
  const whole = await contentServed(await copied(pristine, `${pristine}-whole`));
  const rows: Row[] = [];
  for (const [index, one] of cases.entries()) {
    progress(`start: ${one.name}`);
    if (one.unprivileged && process.getuid?.() !== 0) {
      rows.push({
        case: `start: ${one.name}`,
        rounds: 0,
        outcome: 'skipped: it takes root to be somebody else',
      });
      continue;
    }
    const folder = await copied(pristine, `${pristine}-${index}`);
    await one.change(path.join(folder, 'data'));
    if (one.unprivileged) await give(folder);
    const outcome = await outcomeOf(folder, whole, one.unprivileged ? unprivileged : undefined);
    rows.push({
      case: `start: ${one.name}`,
      rounds: 1,
      ...outcome,
      expected: one.expected,
      ok: outcome.kind === one.expected,
    });
    await fs.rm(folder, { recursive: true });
  }
  rows.unshift(await twoProcesses(pristine));
  return rows;
}

interface Outcome {
  kind: Case['expected'] | 'wrong';
  outcome: string;
}

async function outcomeOf(folder: string, whole: string, uid: number | undefined): Promise<Outcome> {
  const before = await everything(folder);
  try {
    const content = await contentServed(folder, uid);
    if (content === whole) return { kind: 'serves', outcome: 'serves everything' };
    return { kind: 'wrong', outcome: 'WRONG: serves something else' };
  } catch (error) {
    if (!(error instanceof StartFailed)) return { kind: 'wrong', outcome: String(error) };
    const { code, output } = error;
    const line = output.split('\n').findLast((text) => !text.startsWith('{')) ?? '';
    const outcome = `refused: ${line.replaceAll(`${path.dirname(folder)}/`, '').slice(0, 150)}`;
    if (code !== 1 || / {4}at /.test(output))
      return { kind: 'wrong', outcome: `with a stack or status ${code}: ${outcome}` };
    if (!line.includes(folder)) return { kind: 'wrong', outcome: `names no file: ${outcome}` };
    // A site that opened its database before it met something else folds it on leaving, as it does on every stop.
    const folded = output.includes('"type":"folded"');
    if (!folded && (await everything(folder)) !== before)
      return { kind: 'wrong', outcome: `changed the disk: ${outcome}` };
    return { kind: 'refused', outcome };
  }
}

/** Starts, downloads the database, stops. @throws StartFailed */
async function contentServed(folder: string, uid?: number): Promise<string> {
  const site = new SiteProcess(folder, uid === undefined ? {} : { uid });
  await site.start();
  try {
    const author = new Visitor(() => site.url);
    await author.fetch('POST', '/api/admin/login', { password: adminPassword });
    const { schema, ...rest } = await author.json<Record<string, unknown>>(
      'GET',
      '/api/admin/backup/database',
    );
    // The sessions hold the sign-in of a moment ago.
    const isKept = ([name, value]: [string, unknown]) => Array.isArray(value) && name !== 'sessions';
    return JSON.stringify([schema, Object.entries(rest).filter(isKept)]);
  } finally {
    await site.end('SIGTERM');
  }
}

async function copied(from: string, to: string): Promise<string> {
  await fs.cp(from, to, { recursive: true, preserveTimestamps: true });
  return to;
}

/** Hands a folder, and the way to it, to a user without rights. */
async function give(folder: string): Promise<void> {
  await fs.chmod(path.dirname(folder), 0o755);
  for (const name of ['.', ...(await fs.readdir(folder, { recursive: true }))])
    await fs.chown(path.join(folder, name), unprivileged, unprivileged);
}

/** Every file but the lock, with its bytes. */
async function everything(folder: string): Promise<string> {
  const data = path.join(folder, 'data');
  const names = (await fs.readdir(data)).filter((name) => !name.includes('.lock')).sort();
  const contents = names.map((name) => fs.readFile(path.join(data, name), 'latin1').catch(() => 'a folder'));
  return JSON.stringify([names, await Promise.all(contents)]);
}

async function editLock(dataDir: string, change: Record<string, unknown>): Promise<void> {
  const file = withPath(dataDir, 'db.json.lock');
  const lock = JSON.parse(await fs.readFile(file, 'utf8')) as object;
  await fs.writeFile(file, JSON.stringify({ ...lock, ...change }));
}

/** As if a copy from before had been put back: `by` mutations fewer, by its own word. */
async function asOlder(dataDir: string, by: number): Promise<void> {
  const file = withPath(dataDir, database);
  const content = JSON.parse(await fs.readFile(file, 'utf8')) as { sequence: number };
  await fs.writeFile(
    file,
    JSON.stringify({ ...content, sequence: content.sequence - by, checksum: undefined }),
  );
}

async function foreign(dataDir: string): Promise<void> {
  const file = withPath(dataDir, database);
  const content = JSON.parse(await fs.readFile(file, 'utf8')) as object;
  await fs.writeFile(file, JSON.stringify({ ...content, generation: 'another', checksum: undefined }));
}

async function withoutLine(dataDir: string, number: number): Promise<void> {
  const file = withPath(dataDir, journal);
  const lines = (await fs.readFile(file, 'utf8')).split('\n');
  await fs.writeFile(file, lines.toSpliced(number - 1, 1).join('\n'));
}

async function twoProcesses(pristine: string): Promise<Row> {
  const folder = await copied(pristine, `${pristine}-two`);
  const first = new SiteProcess(folder);
  await first.start();
  try {
    const second = new SiteProcess(folder);
    const refused = await second.start().catch((error: unknown) => error);
    await second.end('SIGKILL');
    const ok = refused instanceof StartFailed && refused.output.includes('già aperto') && first.running;
    const outcome = ok
      ? 'the second is refused with the first’s number, the first goes on'
      : 'WRONG: two serve';
    return { case: 'start: a second process', rounds: 1, outcome, expected: 'refused', ok };
  } finally {
    await first.end('SIGTERM');
  }
}
