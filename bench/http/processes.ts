import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** What serves is on one core, what asks on the other. */
export const cores = { server: '0', load: '1' } as const;

/** A process pinned to one core, which says by a message or on its output that it is ready. */
export interface Pinned {
  child: ChildProcess;
  url: string;
  /** Lets it run, or holds it: of several servers only the one that is measured may work. */
  hold(): void;
  go(): void;
  end(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function pinned(core: string, args: string[], port: number, env: Record<string, string>): Pinned {
  const child = spawn('taskset', ['-c', core, process.execPath, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  // A bench that breaks off must leave nobody behind, held ones included.
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    hold: () => void child.kill('SIGSTOP'),
    go: () => void child.kill('SIGCONT'),
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function ready(process: Pinned, isReady: (output: string) => boolean): Promise<Pinned> {
  const { child } = process;
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message) => message === 'ready' && resolve());
    child.stdout?.setEncoding('utf8').on('data', (text: string) => isReady(text) && resolve());
    child.once('exit', (code) => reject(new Error(`a process of the bench ended with ${code}`)));
  });
  return process;
}

/** This very program in another role (see http.ts). */
export async function startRole(role: string, core: string, args: string[] = []): Promise<Pinned> {
  const port = await freePort();
  const file = fileURLToPath(import.meta.url);
  return ready(pinned(core, [file, `--role=${role}`, `--port=${port}`, ...args], port, {}), () => false);
}

/** The built site, started as it is installed (package.json, deploy/). `flags` go to node before the program (a profile). */
export async function startSite(env: Record<string, string>, flags: string[] = []): Promise<Pinned> {
  const port = await freePort();
  const all = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', PORT: String(port), ...env };
  const started = pinned(
    cores.server,
    ['--max-semi-space-size=8', ...flags, 'dist/server/server.js'],
    port,
    all,
  );
  return ready(started, (output) => output.includes('in linea'));
}

/** USER_HZ, which is the same on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** Time of the processor that a process has used, all its threads together. */
export async function processorSeconds({ child }: Pinned): Promise<number> {
  const [user = 0, system = 0] = (await readFile(`/proc/${child.pid}/stat`, 'utf8'))
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / ticksPerSecond;
}

export async function residentMegabytes({ child }: Pinned): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
