import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { cores, freePort } from '../http/processes.ts';

export interface Proxy {
  port: number;
  end(): Promise<void>;
}

/** deploy/Caddyfile without its certificate: what it lets through is the same, and the machine that asks has no TLS to do. */
async function plainCaddyfile(port: number): Promise<string> {
  const text = await readFile('deploy/Caddyfile', 'utf8');
  const [site = ''] = text.split('\n# Pages are led to https.');
  const parts = site.split('\n{$DOMAIN} {');
  if (parts.length !== 2 || site === text) throw new Error('deploy/Caddyfile has another form');
  return parts.join(`\nhttp://:${port} {`).replace(/^\{$/m, '{\n\tadmin off\n\tauto_https off');
}

/** Caddy as it stands in front of the site, on the core of those who ask. @throws Error where this machine has none */
export async function startCaddy(folder: string, upstream: string): Promise<Proxy> {
  const port = await freePort();
  const file = join(folder, 'Caddyfile');
  await writeFile(file, await plainCaddyfile(port));
  const child = spawn(
    'taskset',
    ['-c', cores.load, 'caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    {
      env: { PATH: process.env.PATH, HOME: folder, UPSTREAM: new URL(upstream).host },
      stdio: 'ignore',
    },
  );
  process.once('exit', () => child.kill('SIGKILL'));
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (tries > 100 || child.exitCode !== null) throw new Error('caddy does not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    port,
    async end() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = http.get({ port, host: '127.0.0.1', path: '/api/health', agent: false }, (response) => {
      response.resume();
      resolve(true);
    });
    asked.on('error', () => resolve(false));
  });
}
