import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adminPassword } from '../../tests/support/admin-password.ts';
import { freePort, launch, type LaunchedProcess } from '../../tests/support/process.ts';
import { isOnline } from '../../tests/support/server-process.ts';

/** What serves is on one core, what asks on the other. */
const cores = { server: '0', load: '1' } as const;

export const pinnedToLoad = ['-c', cores.load] as const;
export const pinThisProcess = () => spawnSync('taskset', ['-cp', cores.load, String(process.pid)]);
export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Does the work in a folder of its own, below BENCH_DIR where that is set. */
export async function inScratch<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(process.env.BENCH_DIR ?? tmpdir(), `bench-${name}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A process pinned to one core. */
export type Pinned = LaunchedProcess & { port: number; url: string };

async function startPinned(
  core: string,
  argsFor: (port: number) => string[],
  env: Record<string, string> = {},
): Promise<Pinned> {
  const port = await freePort();
  const launched = launch('taskset', ['-c', core, process.execPath, ...argsFor(port)], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // A bench that breaks off must leave nobody behind, held ones included.
  process.once('exit', () => launched.child.kill('SIGKILL'));
  await launched.ready(isOnline);
  return Object.assign(launched, { port, url: `http://127.0.0.1:${port}` });
}

/** This very program as another, which is told by `--role`. */
export const startRole = (role: string, core: keyof typeof cores, args: string[] = []): Promise<Pinned> =>
  startPinned(cores[core], (port) => [process.argv[1] ?? '', `--role=${role}`, `--port=${port}`, ...args]);

/** What the sealed cookies of every measured site are sealed with. */
export const sessionSecret = 'un segreto soltanto per il banco di prova';

/** The built site over a folder, started as it is installed. @param flags for node, before the program */
export function startSite(
  folder: string,
  env: Record<string, string> = {},
  flags: string[] = [],
): Promise<Pinned> {
  const settings = {
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    DATA_DIR: path.join(folder, 'data'),
    UPLOADS_DIR: path.join(folder, 'uploads'),
    SESSION_SECRET: sessionSecret,
    ADMIN_PASSWORD: adminPassword,
    ...env,
  };
  const args = ['--max-semi-space-size=8', ...flags, 'dist/server/server.js'];
  return startPinned(cores.server, () => args, settings);
}

/** USER_HZ, which is the same on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** Time of the processor that a process has used, all its threads together. */
export async function processorSeconds(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident memory in megabytes: what is now, or the most that was (`VmHWM`). */
export async function residentMegabytes(pid: number | undefined, field = 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}
