import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { checkDatabase } from '../../src/server/main/bench-api.ts';
import { type Row, tally, type Trial } from './row.ts';
import { adminPassword } from '../../tests/support/admin-password.ts';
import { firstStart, SiteProcess } from './site-process.ts';
import { type Visitor } from './visitor.ts';
import { Writers } from './writers.ts';

const run = promisify(execFile);
const masks = [0x01, 0x20, 0x80, 0xff];
const archiveSamples = 60;

interface Downloads {
  database: string;
  files: string;
}

/** The two downloads of a site in use, put back into an empty folder by the command, compared, and damaged. */
export async function restores(trial: Trial): Promise<Row[]> {
  const { scratch, progress } = trial;
  const original = new SiteProcess(path.join(scratch, 'restore-from'));
  const writers = new Writers({ url: () => original.url, uploads: true });
  await original.start(firstStart);
  try {
    await writers.prepare(adminPassword);
    const writing = writers.run(8);
    // On a busy machine two seconds bring hardly a picture.
    const end = performance.now() + 60_000;
    await delay(2_000);
    while (writers.ledger.uploads.length < 4 && performance.now() < end) await delay(50);
    writers.stop();
    await writing;
    await plant(original.uploadsDir);
    progress('downloading the two backups');
    const downloads = await download(writers.author, scratch);
    return [
      await identical(original, writers, downloads, trial),
      await damagedDatabase(downloads.database, trial),
      await damagedArchive(downloads, trial),
    ];
  } finally {
    await original.end('SIGKILL');
  }
}

/** Files as an author's folder may hold: names with accents and blanks, folders in folders, none and many bytes. */
async function plant(uploads: string): Promise<void> {
  const names = ['audio/capitolo 1 — perché.mp3', 'video/a/b/c/neve.webm', 'images/vuoto.bin', 'grande.bin'];
  for (const name of names) {
    const file = path.join(uploads, name);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, randomBytes(name === 'grande.bin' ? 20e6 : name.includes('vuoto') ? 0 : 70_001));
  }
}

async function download(author: Visitor, scratch: string): Promise<Downloads> {
  const save = async (what: string, name: string) => {
    const file = path.join(scratch, name);
    const response = await author.fetch('GET', `/api/admin/backup/${what}`);
    await fs.writeFile(file, Buffer.from(await response.arrayBuffer()));
    return file;
  };
  return { database: await save('database', 'backup.json'), files: await save('files', 'backup.tar.gz') };
}

function restore(site: SiteProcess, { database, files }: Downloads) {
  return run(process.execPath, ['dist/server/restore.js', database, files], {
    env: { PATH: process.env.PATH, ...site.folders },
  });
}

async function identical(
  original: SiteProcess,
  writers: Writers,
  downloads: Downloads,
  { scratch, progress }: Trial,
): Promise<Row> {
  progress('restoring into an empty folder');
  const copy = new SiteProcess(path.join(scratch, 'restore-to'));
  await restore(copy, downloads);
  const differences: string[] = [];
  const restored = JSON.parse(await fs.readFile(path.join(copy.dataDir, 'db.json'), 'utf8')) as object;
  const given = JSON.parse(await fs.readFile(downloads.database, 'utf8')) as object;
  // A restored database begins a history of its own, so its generation, and with it the checksum, is new.
  const content = (database: object) => JSON.stringify({ ...database, generation: '', checksum: '' });
  if (content(restored) !== content(given)) differences.push('db.json');
  const [before, after] = [await tree(original.uploadsDir), await tree(copy.uploadsDir)];
  for (const name of new Set([...before.keys(), ...after.keys()]))
    if (!before.get(name)?.equals(after.get(name) ?? Buffer.from('missing'))) differences.push(name);
  // And it serves: readers and the author find, with their old cookies, what they left.
  await fs.copyFile(path.join(original.dataDir, 'session.key'), path.join(copy.dataDir, 'session.key'));
  await copy.start();
  try {
    for (const call of ['/api/sections', '/api/unlock-codes', '/api/gallery-images', '/api/music-codes']) {
      const author = writers.author;
      const one = await author.json('GET', call);
      if (JSON.stringify(one) !== JSON.stringify(await author.at(() => copy.url).json('GET', call)))
        differences.push(call);
    }
    for (const { visitor } of writers.ledger.readers) {
      const here = await visitor.json('GET', '/api/chat/history');
      const there = await visitor.at(() => copy.url).json('GET', '/api/chat/history');
      if (JSON.stringify(here) !== JSON.stringify(there)) differences.push('a history');
    }
  } finally {
    await copy.end('SIGTERM');
  }
  return {
    case: 'the two downloads restored into an empty folder by the command',
    rounds: 1,
    outcome:
      differences.length === 0
        ? `identical: every record, ${after.size} files byte for byte, ${writers.ledger.readers.length} readers’ histories`
        : `${differences.length} differences: ${differences.slice(0, 5).join(', ')}`,
    expected: 'identical',
    ok: differences.length === 0 && after.size > 4,
  };
}

async function tree(folder: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file);
    if (entry.isFile() && !/(^|\/)\./.test(name)) found.set(name, await fs.readFile(file));
  }
  return found;
}

async function damagedDatabase(file: string, { scratch, scale, progress }: Trial): Promise<Row> {
  const bytes = await fs.readFile(file);
  const damaged = path.join(scratch, 'damaged.json');
  const answers: string[] = [];
  // About two thousand places, spread over the whole file.
  const step = Math.max(1, Math.floor((bytes.length * scale.stride) / 2_000));
  for (let at = 0; at < bytes.length; at += step) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ (masks[at % masks.length] ?? 1);
    await fs.writeFile(damaged, changed);
    const check = await checkDatabase(damaged);
    answers.push(check.ok ? 'WRONG: taken for whole' : 'refused with the reason');
    progress(`downloaded database: byte ${at} of ${bytes.length}`);
  }
  return {
    case: `flipped byte in the downloaded database (${bytes.length} bytes), restored`,
    rounds: answers.length,
    outcome: tally(answers),
    expected: 'refused, nothing changed',
    ok: answers.every((answer) => !answer.startsWith('WRONG')),
  };
}

/** Also cut off: a download that broke is the commonest damage. */
async function damagedArchive(downloads: Downloads, { scratch, scale, progress }: Trial): Promise<Row> {
  const bytes = await fs.readFile(downloads.files);
  const files = path.join(scratch, 'damaged.tar.gz');
  const rounds = Math.ceil(archiveSamples / scale.stride) * 2;
  const answers: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const at = Math.floor((bytes.length * (round + Math.random())) / rounds);
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ (masks[round % masks.length] ?? 1);
    await fs.writeFile(files, round % 2 === 0 ? changed : bytes.subarray(0, at));
    const target = new SiteProcess(path.join(scratch, `restore-damaged-${round}`));
    const ended = await restore(target, { ...downloads, files }).then(
      () => 'WRONG: taken for whole',
      ({ stderr }: { stderr: string }) => (stderr.includes('archivio') ? 'refused with the reason' : 'WRONG'),
    );
    const left = [...(await tree(target.folder)).keys()];
    answers.push(left.length === 0 ? ended : `WRONG: left behind ${left.join(', ')}`);
    await fs.rm(target.folder, { recursive: true, force: true });
    progress(`downloaded archive: ${round + 1} of ${rounds}`);
  }
  return {
    case: `flipped byte in the downloaded archive, or its end missing (${bytes.length} bytes), restored`,
    rounds: answers.length,
    outcome: tally(answers),
    expected: 'refused, nothing changed',
    ok: answers.every((answer) => !answer.startsWith('WRONG')),
  };
}
