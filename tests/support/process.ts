import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Ports given out lately: a server that is about to listen and one that was just killed must not meet. */
const recentPorts: number[] = [];
const rememberedPorts = 200;

/** So many ports of this machine on which nothing listens, each another. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  if (ports.some((port) => recentPorts.includes(port))) return freePorts(count);
  recentPorts.push(...ports);
  recentPorts.splice(0, Math.max(0, recentPorts.length - rememberedPorts));
  return ports;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** A process that ended before it was ready. */
export class StartFailed extends Error {
  override name = 'StartFailed';
  readonly code: number | null;
  /** What it wrote on its outputs. */
  readonly output: string;

  constructor(code: number | null, output: string) {
    super(`the process ended with status ${code}: ${output}`);
    this.code = code;
    this.output = output;
  }
}

export interface LaunchedProcess {
  child: ChildProcess;
  /** Both outputs until now. */
  readonly output: string;
  readonly running: boolean;
  /** Its status, when it has ended; `null` when a signal ended it. */
  ended: Promise<number | null>;
  /**
   * Waits until `isReady` holds for its output, or until it sends the message `ready`.
   *
   * @throws StartFailed when it ends before
   */
  ready(isReady: (output: string) => boolean): Promise<void>;
  /** Sends the signal, also to a process that is stopped, and resolves with the status when it is gone. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a program whose outputs are collected. Whoever starts it ends it. */
export function launch(command: string, args: readonly string[], options: SpawnOptions): LaunchedProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  failed.catch(() => undefined);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;

  return {
    child,
    get output() {
      return output;
    },
    get running() {
      return isRunning();
    },
    ended,
    async ready(isReady) {
      const signs = new Promise<'ready'>((resolve) => {
        const look = () => isReady(output) && resolve('ready');
        child.stdout?.on('data', look);
        child.stderr?.on('data', look);
        child.on('message', (message) => message === 'ready' && resolve('ready'));
      });
      const outcome = await Promise.race([signs, closed, failed]);
      if (outcome !== 'ready') throw new StartFailed(outcome, output.trim());
    },
    async end(signal = 'SIGTERM') {
      if (child.pid === undefined) return null;
      if (isRunning()) {
        child.kill(signal);
        child.kill('SIGCONT');
      }
      return ended;
    },
  };
}
