import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import {
  collectionNames,
  migrations,
  realDisk,
  schemaVersion,
  writeSnapshot,
} from '../../src/server/main/bench-api.ts';
import { counted, type Row, type Trial } from './row.ts';
import { adminPassword } from '../../tests/support/admin-password.ts';
import { firstStart, SiteProcess } from './site-process.ts';
import { Visitor } from './visitor.ts';

/** Resident memory may not pass this while a file streams; a database's own memory is apart. */
const mostMegabytes = 150;
/** Buffers that were sent are garbage, and V8 lets so much of it gather before it looks: many listeners are quick to. */
const garbageMegabytes = 64;
/** What a listener's own streams and connection may take. */
const listenerMegabytes = 4;
/** A real recording, whose frames repeated make a longer one. */
const recording = 'src/content/media/audio/estratto-ferro.mp3';
const rangeReaders = 8;

/** Resident memory of the server while gigabytes go through it. */
export async function memory(trial: Trial): Promise<Row[]> {
  if (process.platform !== 'linux')
    return [{ case: 'memory while streaming', rounds: 0, outcome: 'skipped: it takes Linux, for /proc' }];
  return [...(await streamedFiles(trial)), await streamedDatabase(trial)];
}

/** A process's resident memory and its highest since `reset`, by the kernel's own count: no peak falls between two looks. */
class Meter {
  readonly #pid: number;

  constructor(pid: number) {
    this.#pid = pid;
  }

  async reset(): Promise<number> {
    await fs.writeFile(`/proc/${this.#pid}/clear_refs`, '5');
    return this.#megabytes('VmRSS');
  }

  peak(): Promise<number> {
    return this.#megabytes('VmHWM');
  }

  async #megabytes(name: string): Promise<number> {
    const status = await fs.readFile(`/proc/${this.#pid}/status`, 'utf8');
    return (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;
  }
}

/** Runs something and answers what it took, with the resting memory before it. */
async function measured(site: SiteProcess, work: () => Promise<string>) {
  const meter = new Meter(site.pid);
  await delay(1_000);
  const resting = await meter.reset();
  const said = await work();
  const peak = await meter.peak();
  return {
    resting,
    peak,
    outcome: `${said}; ${peak.toFixed(0)} MB at most, ${resting.toFixed(0)} MB at rest before`,
  };
}

async function streamedFiles(trial: Trial): Promise<Row[]> {
  const { streamedBytes } = trial.scale;
  const gigabytes = `${(streamedBytes / 1024 ** 3).toFixed(1)} GB`;
  const { width, height } = photograph;
  const pictures = `four photographs of ${width} × ${height} uploaded, then the same backup`;
  const files = `the files’ backup with a recording of ${gigabytes}, read with pauses`;
  const ranges = `a recording of ${gigabytes} read whole by ${rangeReaders} listeners at once, in ranges`;
  return [
    await streamed(trial, `uploading a recording of ${gigabytes}`, false, ({ author }) =>
      upload(author, streamedBytes),
    ),
    await streamed(trial, files, true, ({ author }) => download(author, '/api/admin/backup/files')),
    await streamed(trial, pictures, true, async ({ site, author }) => {
      await uploadPhotographs(site, author, 4);
      return download(author, '/api/admin/backup/files');
    }),
    await streamed(
      trial,
      ranges,
      true,
      ({ site }) => listen(site, streamedBytes),
      garbageMegabytes + listenerMegabytes * rangeReaders,
    ),
  ];
}

/**
 * One trial on a server of its own with the demonstration book.
 *
 * @param withRecording a recording is put among the uploads by hand, since not every site takes one of that size
 * @param more MB that it may take beside what it has at rest; without it, `mostMegabytes` in all
 */
async function streamed(
  { scratch, scale, progress }: Trial,
  name: string,
  withRecording: boolean,
  work: (on: { site: SiteProcess; author: Visitor }) => Promise<string>,
  more = 0,
): Promise<Row> {
  const site = new SiteProcess(path.join(scratch, 'memory'), { env: { DEMO: 'on' } });
  progress(`memory: ${name}`);
  try {
    if (withRecording) await plant(site.uploadsDir, scale.streamedBytes);
    await site.start(firstStart);
    const author = new Visitor(() => site.url);
    await author.fetch('POST', '/api/admin/login', { password: adminPassword });
    const { resting, peak, outcome } = await measured(site, () => work({ site, author }));
    const ok = (more > 0 ? peak - resting <= more : peak <= mostMegabytes) && !outcome.startsWith('WRONG');
    const expected = more > 0 ? `≤ ${more} MB more than at rest` : `≤ ${mostMegabytes} MB`;
    return { case: `memory: ${name}`, rounds: 1, outcome, expected, ok };
  } finally {
    await site.end('SIGKILL');
    await fs.rm(site.folder, { recursive: true, force: true });
  }
}

/** As a telephone takes them: sideways, with the place where it was. */
const photograph = { width: 5_000, height: 3_750 };

/** Uploads that many, and waits until the six smaller pictures of each are there. */
async function uploadPhotographs(site: SiteProcess, author: Visitor, count: number): Promise<void> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  for (let index = 0; index < count; index++) {
    const picture = await sharp({
      create: { ...photograph, channels: 3, background: '../../src/000', noise },
    })
      .withExif({ IFD0: { ImageDescription: String(index) } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 60 })
      .toBuffer();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${index}.jpg`);
    await author.fetch('POST', '/api/admin/uploads', form);
  }
  const images = path.join(site.uploadsDir, 'images');
  while ((await fs.readdir(images)).length < count * 7) await delay(500);
}

const planted = 'audio/lunga.mp3';

async function plant(uploads: string, bytes: number): Promise<void> {
  const file = path.join(uploads, planted);
  await fs.mkdir(path.dirname(file), { recursive: true });
  const handle = await fs.open(file, 'w');
  for await (const chunk of recordingOf(bytes)) await handle.write(chunk);
  await handle.close();
}

async function* recordingOf(bytes: number): AsyncGenerator<Buffer> {
  const one = await fs.readFile(recording);
  for (let left = bytes; left > 0; left -= one.length) yield one.subarray(0, Math.min(left, one.length));
}

/** In the place of the audiobook, as a browser sends a form; by hand, since a form of fetch's own would be held in memory. */
async function upload(author: Visitor, bytes: number): Promise<string> {
  const boundary = '----neve';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="lunga.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const began = performance.now();
  const response = await author.send('POST', '/api/admin/media/capitolo-1-il-mercato', {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + bytes + tail.length),
    },
    async *body() {
      yield Buffer.from(head);
      yield* recordingOf(bytes);
      yield Buffer.from(tail);
    },
  });
  const seconds = (performance.now() - began) / 1000;
  if (response.status === 200 || response.status === 201)
    return `kept, ${counted(bytes / 1e6)} MB in ${seconds.toFixed(0)} s`;
  return `WRONG: answered ${response.status}`;
}

/** Reads it all, resting now and then: what is not read must wait on the disk, not in memory. */
async function download(author: Visitor, address: string): Promise<string> {
  const response = await author.fetch('GET', address);
  let bytes = 0;
  let pauses = 0;
  if (!response.body) return 'WRONG: no body';
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > (pauses + 1) * 200e6) {
      pauses++;
      await delay(1_000);
    }
  }
  return `${counted(bytes / 1e6)} MB sent`;
}

async function listen(site: SiteProcess, bytes: number): Promise<string> {
  const rangeBytes = Math.ceil(bytes / 16);
  let received = 0;
  const listener = async (index: number): Promise<void> => {
    for (let from = index % 2 === 0 ? 0 : rangeBytes / 2; from < bytes; from += rangeBytes) {
      const to = Math.min(Math.floor(from) + rangeBytes, bytes) - 1;
      const response = await get(`${site.url}/uploads/${planted}`, `bytes=${Math.floor(from)}-${to}`);
      if (response.statusCode !== 206) throw new Error(`a range is answered ${response.statusCode}`);
      for await (const chunk of response) received += (chunk as Buffer).length;
      await delay(20);
    }
  };
  await Promise.all(Array.from({ length: rangeReaders }, (_, index) => listener(index)));
  return `${counted(received / 1e6)} MB sent`;
}

function get(url: string, range: string): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    http.get(url, { headers: { range }, agent: false }, resolve).once('error', reject);
  });
}

/** A database with a long history, downloaded just after a write, so that it is folded first. */
async function streamedDatabase({ scratch, scale, progress }: Trial): Promise<Row> {
  const site = new SiteProcess(path.join(scratch, 'memory-database'));
  progress('memory: writing a long database');
  await writeLongDatabase(site.dataDir, scale.messages);
  try {
    await site.start(firstStart);
    const author = new Visitor(() => site.url);
    await author.fetch('POST', '/api/admin/login', { password: adminPassword });
    await author.fetch('POST', '/api/unlock-codes', { code: 'neve-2345', maxSection: 1 });
    progress('memory: downloading a long database');
    // What reading it at the start left behind is no part of it.
    await delay(5_000);
    const { resting, peak, outcome } = await measured(site, () =>
      download(author, '/api/admin/backup/database'),
    );
    return {
      case: `memory: the database’s backup with ${counted(scale.messages)} messages`,
      rounds: 1,
      outcome: `${outcome}: ${Math.max(0, peak - resting).toFixed(0)} MB more`,
      expected: `≤ ${mostMegabytes} MB more than at rest`,
      ok: peak - resting <= mostMegabytes,
    };
  } finally {
    await site.end('SIGKILL');
    await fs.rm(site.folder, { recursive: true, force: true });
  }
}

async function writeLongDatabase(dataDir: string, messages: number): Promise<void> {
  await fs.mkdir(dataDir, { recursive: true });
  const timestamp = '2003-12-21T12:03:00.000Z';
  const content = `Che cosa ricordi del mercato? ${'neve '.repeat(25)}`;
  const chatMessages = Array.from({ length: messages }, (_, index) => {
    return { id: `m${index}`, readerId: `r${index % 1_000}`, role: 'user', content, level: 1, timestamp };
  });
  const header = { schema: schemaVersion(migrations), generation: 'bench', sequence: 0 };
  const empty = Object.fromEntries(collectionNames.map((name) => [name, [] as unknown[]]));
  const data = { ...empty, chatMessages };
  await writeSnapshot(realDisk, path.join(dataDir, 'db.json'), 0o600, header, data);
}
