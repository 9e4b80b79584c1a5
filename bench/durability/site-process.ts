import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';

export const adminPassword = 'parola-di-prova-per-il-banco';

/** Ports given out lately: a server that is about to listen and one that was just killed must not meet. */
const given: number[] = [];
const rememberedPorts = 200;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  if (given.includes(port)) return freePort();
  given.push(port);
  if (given.length > rememberedPorts) given.shift();
  return port;
}

/** How a start that did not come to anything ended. */
export class StartFailed extends Error {
  override name = 'StartFailed';
  readonly code: number | null;
  /** What the author reads on the terminal. */
  readonly said: string;

  constructor(code: number | null, said: string) {
    super(`the server ended with status ${code}: ${said}`);
    this.code = code;
    this.said = said;
  }
}

interface SiteProcessOptions {
  env?: Record<string, string>;
  /** Runs as this user: a file's permissions mean nothing to root. */
  uid?: number;
}

/** The built server as an author runs it, over a folder that outlives it. */
export class SiteProcess {
  readonly folder: string;
  readonly #options: SiteProcessOptions;
  #child: ChildProcess | undefined;
  #output = '';
  #port = 0;

  constructor(folder: string, options: SiteProcessOptions = {}) {
    this.folder = folder;
    this.#options = options;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get dataDir(): string {
    return path.join(this.folder, 'data');
  }

  get uploadsDir(): string {
    return path.join(this.folder, 'uploads');
  }

  get env(): Record<string, string> {
    return { DATA_DIR: this.dataDir, UPLOADS_DIR: this.uploadsDir };
  }

  /** The store's events since the last start, as logged. */
  get events(): { type: string; [detail: string]: unknown }[] {
    return this.#output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes('"msg":"store"'))
      .map((line) => (JSON.parse(line) as { event: { type: string } }).event);
  }

  /**
   * Resolves when it serves.
   *
   * @param password sets the administrator's; the derivation takes a third of a second, so only the first start does
   * @throws StartFailed
   */
  async start(password?: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#startOnce(password);
      } catch (error) {
        // Somebody else on this machine was given the port in the meantime.
        const taken = error instanceof StartFailed && error.said.includes('porta è già occupata');
        if (!taken || attempt === 3) throw error;
      }
    }
  }

  async #startOnce(password?: string): Promise<void> {
    const child = await this.spawn(password);
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const ready = new Promise<'ready'>((resolve) => {
      child.stdout?.on('data', () => this.#output.includes('in linea su') && resolve('ready'));
    });
    const outcome = await Promise.race([ready, ended]);
    if (outcome !== 'ready') throw new StartFailed(outcome, this.#output.trim());
  }

  /** Begins to start, without waiting for it. */
  async spawn(password?: string): Promise<ChildProcess> {
    this.#port = await freePort();
    this.#output = '';
    // As deploy/libro.service starts it.
    const child = spawn(process.execPath, ['--max-semi-space-size=8', 'dist/server/server.js'], {
      env: {
        MALLOC_ARENA_MAX: '2',
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(this.#port),
        DEMO: 'off',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'info',
        ...this.env,
        ...(password !== undefined && { ADMIN_PASSWORD: password }),
        ...this.#options.env,
      },
      ...(this.#options.uid !== undefined && { uid: this.#options.uid, gid: this.#options.uid }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    }
    this.#child = child;
    return child;
  }

  /** Sends the signal and resolves when the process is gone, with its status. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (!child) return null;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const gone = new Promise<number | null>((resolve) => child.once('close', resolve));
    child.kill(signal);
    return gone;
  }
}
