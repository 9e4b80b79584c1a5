import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

/** The built server in a process of its own, started and watched over HTTP. */
export class ServerProcess {
  readonly url: string;
  readonly folder: string;
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;
  #exited: Promise<number | null> = Promise.resolve(null);
  output = '';

  private constructor(folder: string, port: number, env: Record<string, string>) {
    this.folder = folder;
    this.url = `http://127.0.0.1:${port}`;
    this.#env = {
      NODE_ENV: 'production',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      UPLOADS_DIR: join(folder, 'uploads'),
      ADMIN_PASSWORD: 'parola-di-prova-per-il-banco',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    };
  }

  static async at(folder: string, env: Record<string, string>): Promise<ServerProcess> {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return new ServerProcess(folder, port, env);
  }

  start(): void {
    const child = spawn(process.execPath, ['dist/server/server.js'], {
      env: { PATH: process.env.PATH, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (this.output += String(text)));
    this.#exited = new Promise((resolve) => child.once('exit', resolve));
    this.#child = child;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Its status, when it has ended. */
  get exited(): Promise<number | null> {
    return this.#exited;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.signal('SIGCONT');
    this.signal(signal);
    await this.#exited;
  }

  /** What `/api/health` says: the status and the answer; nothing when nobody answers. */
  async health(): Promise<Record<string, unknown> | undefined> {
    try {
      const response = await fetch(`${this.url}/api/health`, { signal: AbortSignal.timeout(2_000) });
      return { ...((await response.json()) as object), code: response.status };
    } catch {
      return undefined;
    }
  }

  /** A reader redeems a code: one durable write. @returns the status and the reader's cookie; 0 when nobody answers */
  async redeem(code: string): Promise<{ status: number; cookie: string }> {
    try {
      const response = await fetch(`${this.url}/api/redeem-code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
        signal: AbortSignal.timeout(10_000),
      });
      await response.text();
      const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ');
      return { status: response.status, cookie };
    } catch {
      return { status: 0, cookie: '' };
    }
  }
}
