import { join } from 'node:path';
import { freePort, launch, StartFailed, type LaunchedProcess } from './process.ts';

interface ServerOptions {
  /** The process sees these, its folders and its port; nothing of this one's environment but the PATH. */
  env?: Record<string, string>;
  /** Given to Node before the program. */
  nodeFlags?: readonly string[];
  /** Runs as this user: a file's permissions mean nothing to root. */
  uid?: number;
}

/** The line that the server writes once it listens. */
export const isOnline = (output: string): boolean => output.includes('in linea');

/** The built server in a process of its own, over a folder that outlives it. */
export class ServerProcess {
  readonly folder: string;
  readonly #options: ServerOptions;
  #process: LaunchedProcess | undefined;
  #port = 0;

  constructor(folder: string, options: ServerOptions = {}) {
    this.folder = folder;
    this.#options = options;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get pid(): number {
    return this.#process?.child.pid ?? 0;
  }

  get running(): boolean {
    return this.#process?.running ?? false;
  }

  /** What it wrote since its last start. */
  get output(): string {
    return this.#process?.output ?? '';
  }

  get dataDir(): string {
    return join(this.folder, 'data');
  }

  get uploadsDir(): string {
    return join(this.folder, 'uploads');
  }

  /** Where it keeps everything, as settings. */
  get folders(): Record<string, string> {
    return { DATA_DIR: this.dataDir, UPLOADS_DIR: this.uploadsDir };
  }

  /**
   * Resolves when it serves, after the first start at the same address.
   *
   * @param env for this start alone
   * @throws StartFailed
   */
  async start(env: Record<string, string> = {}): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        const process = await this.spawn(env);
        return await process.ready(isOnline);
      } catch (error) {
        // Another process of this machine was given the port in the meantime.
        const isTaken = error instanceof StartFailed && error.output.includes('porta è già occupata');
        if (!isTaken || attempt === 3) throw error;
        this.#port = 0;
      }
    }
  }

  /** Begins to start, without waiting for it. */
  async spawn(env: Record<string, string> = {}): Promise<LaunchedProcess> {
    this.#port ||= await freePort();
    const { env: settings, nodeFlags = [], uid } = this.#options;
    this.#process = launch(process.execPath, [...nodeFlags, 'dist/server/server.js'], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        RATE_LIMITS: 'off',
        DEMO_CODES: 'published',
        LOG_LEVEL: 'warn',
        PORT: String(this.#port),
        ...this.folders,
        ...settings,
        ...env,
      },
      ...(uid !== undefined && { uid, gid: uid }),
    });
    return this.#process;
  }

  /** Sends the signal and resolves with the status when the process is gone. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    return this.#process?.end(signal) ?? null;
  }
}
