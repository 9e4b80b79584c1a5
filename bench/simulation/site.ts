import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { openSite, readEnv, type Site } from '../../src/server/main/bench-api.ts';
import type { Trace } from './trace.ts';
import type { World } from './world/world.ts';

export const folders = { data: '/sim/data', uploads: '/sim/uploads' } as const;
export const firstPassword = 'prova-prova-1';

/** Somebody with a browser, at an address of their own: stores the cookies that it is given and sends them back. */
export class Person {
  readonly cookies = new Map<string, string>();
  readonly name: string;
  address: string;

  constructor(name: string, address: string) {
    this.name = name;
    this.address = address;
  }

  takeCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0\b/i.test(line) || value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

export interface Answer {
  status: number;
  text: string;
  /** The text as JSON, `undefined` when it is none. */
  json: unknown;
}

export interface Question {
  method?: string;
  path: string;
  body?: unknown;
  /** One file, sent as the panel's form sends it. */
  file?: Buffer;
  /** The body breaks off after so many bytes. */
  breaksAfter?: number;
  /** Asks for the answer as it is written. */
  isStream?: boolean;
  /** Hangs up so much later; then the answer is nobody's. */
  leavesAfterMs?: number;
  /** The answer is lost on its way: its cookies too. */
  isLost?: boolean;
}

/** The whole site as it is composed in `openSite`, in the simulated world: started, asked, stopped, killed. */
export class SimulatedSite {
  readonly env: ReturnType<typeof readEnv>;
  readonly #world: World;
  readonly #trace: Trace;
  #site: Site | undefined;
  #requests = 0;

  constructor(world: World, trace: Trace, settings: Record<string, string>) {
    this.#world = world;
    this.#trace = trace;
    this.env = readEnv({
      DATA_DIR: folders.data,
      UPLOADS_DIR: folders.uploads,
      ADMIN_PASSWORD: firstPassword,
      DEMO: 'off',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'silent',
      ...settings,
    });
  }

  /** @param isSecond one more on the same folders, which is let go @returns why it did not start, `undefined` when it did */
  async start(isSecond = false): Promise<unknown> {
    const { process, time, disk } = this.#world;
    const { boot } = process;
    const write = (line: string) => this.#trace.add('log', messageOf(line));
    let failure: unknown;
    const opening = openSite(this.env, {
      log: pino({ level: 'error', base: null, timestamp: false }, { write }),
      renderPage: () => Promise.resolve({ html: '<!doctype html><title>pagina</title>' }),
      clientDir: '/sim/client',
      pictures: pictures(disk),
    }).then(
      (site) => void (process.boot === boot && !isSecond && (this.#site = site)),
      (error: unknown) => (failure = error ?? new Error('unknown')),
    );
    if (!(await time.until(opening, 10 * 60_000))) failure = new Error('the start hangs');
    this.#trace.add('start', failure instanceof Error ? failure.message : 'ok');
    return failure;
  }

  /** A clean stop; one that does not end is ended as a service manager would. */
  async stop(): Promise<void> {
    const closing = this.#site?.close().catch(() => undefined) ?? Promise.resolve();
    const isOver = await this.#world.time.until(closing, 90_000);
    this.#trace.add('stop', isOver ? 'ok' : 'killed');
    await this.kill();
  }

  /** The process is gone, started whole or not; perhaps power is, too. */
  async kill(isPowerCut = false): Promise<void> {
    this.#trace.add('kill', isPowerCut ? 'power' : '');
    this.#site = undefined;
    await this.#world.process.kill();
    if (isPowerCut) this.#world.disk.cutPower();
  }

  /** Asks, and lets no time pass: the answer comes while it does, and never when the process has ended. */
  async ask(person: Person, question: Question): Promise<Answer> {
    const { method = 'GET', path, body, file, breaksAfter, isStream, leavesAfterMs, isLost } = question;
    if (!this.#site) throw new Error('the site is not up');
    const { process } = this.#world;
    const { boot } = process;
    const content = file
      ? multipart(file)
      : body === undefined
        ? undefined
        : Buffer.from(JSON.stringify(body));
    const leaving = new AbortController();
    if (leavesAfterMs !== undefined) setTimeout(() => leaving.abort(), leavesAfterMs);
    const response = await this.#site.app.request(`http://libro.test${path}`, {
      method,
      headers: {
        host: 'libro.test',
        cookie: [...person.cookies].map((pair) => pair.join('=')).join('; '),
        // The first is what the caller says, another each time; the last is the proxy's word.
        'x-forwarded-for': `198.51.100.${(this.#requests += 1) % 250}, ${person.address}`,
        'user-agent': person.name,
        ...(isStream && { accept: 'text/event-stream' }),
        ...(content && {
          'content-type': file ? `multipart/form-data; boundary=${boundary}` : 'application/json',
          'content-length': String(content.length),
        }),
      },
      ...(content && {
        body: breaksAfter === undefined ? new Uint8Array(content) : brokenOff(content, breaksAfter),
        duplex: 'half',
      }),
      signal: leaving.signal,
    });
    const text = await textUntil(response, leaving.signal);
    if (process.boot !== boot) return new Promise(() => undefined);
    if (!isLost) person.takeCookies(response.headers.getSetCookie());
    this.#trace.add(`${person.name} ${method} ${path} ${response.status}`, text);
    return { status: response.status, text, json: jsonOf(text) };
  }
}

const boundary = 'simulated-boundary';

function multipart(file: Buffer): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/** Without the stack, in which the lines of the bundle stand. */
function messageOf(line: string): string {
  const { msg = '', err } = jsonOf(line) as { msg?: string; err?: { message?: string } };
  return `${msg} ${err?.message ?? ''}`;
}

/** A body whose sender is gone after so many bytes, and a moment. */
function brokenOff(content: Buffer, breaksAfter: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(content.subarray(0, breaksAfter))),
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      controller.error(new Error('the connection was cut'));
    },
  });
}

/** The whole answer, or what had come of it when its reader hung up. */
async function textUntil(response: Response, leaving: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const hangUp = new Promise<undefined>((resolve) => {
    if (leaving.aborted) resolve(undefined);
    leaving.addEventListener('abort', () => resolve(undefined));
  });
  const pieces: Uint8Array[] = [];
  for (;;) {
    const piece = await Promise.race([reader.read(), hangUp]);
    if (!piece || piece.done) break;
    pieces.push(piece.value);
  }
  if (leaving.aborted) reader.cancel().catch(() => undefined);
  return Buffer.concat(pieces).toString();
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Pictures are taken as they are and never made smaller: decoding is not simulated. */
function pictures(disk: World['disk']) {
  const size = { width: 4, height: 4 };
  return {
    async checkImage(path: string) {
      const hash = createHash('sha256').update(disk.inode(path).content).digest('hex').slice(0, 32);
      return { name: `images/${hash}.png`, type: 'image/png', ...size };
    },
    measureImage: async () => ({ ...size, frames: 1 }),
    shrinkImage: async () => new Uint8Array(),
    close: async () => undefined,
  };
}
