import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { vi } from 'vitest';
import { adminPassword } from './admin-password.ts';
import { freePorts, launch, type LaunchedProcess } from './process.ts';
import { isOnline } from './server-process.ts';
import { readUnit } from './unit-file.ts';

export const domain = 'libro.test';
/** Debian's account for whoever owns nothing. */
const nobody = 65_534;

export interface DeployedSite {
  httpsPort: number;
  httpPort: number;
  /** The authority that signed the site's certificate here. */
  ca: string;
  /** Another Caddy in front of nothing at all, which waits for no one. */
  withoutSite(use: (httpsPort: number, ca: string) => Promise<void>): Promise<void>;
  /** As `systemctl restart` does: SIGTERM, the end, then the unit's command again. */
  restart(between?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Where caddy is, when this machine has one and the site is built. */
export const caddy = existsSync('dist/server/server.js')
  ? (process.env.PATH ?? '')
      .split(delimiter)
      .map((folder) => join(folder, 'caddy'))
      .find((path) => existsSync(path))
  : undefined;

/**
 * The built site as deploy/libro.service runs it (its command, its environment; as root, another user over a copy of the
 * code that this user cannot change), behind Caddy with deploy/Caddyfile.
 *
 * @param env what /etc/libro.env would say
 */
export async function deploySite(env: Record<string, string>): Promise<DeployedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-deploy-'));
  const [port = 0, httpPort = 0, httpsPort = 0] = await freePorts(3);
  const server = serverOf(folder, { ...env, PORT: String(port) });
  await server.prepare();
  // A loaded machine starts slowly: here the patience is longer than a reader's.
  const proxy = await runCaddy(join(folder, 'caddy'), { port, httpPort, httpsPort, patience: '20s' });
  await server.start();

  return {
    httpsPort,
    httpPort,
    ca: proxy.ca,
    async withoutSite(use) {
      const [dead = 0, http = 0, https = 0] = await freePorts(3);
      const ports = { port: dead, httpPort: http, httpsPort: https, patience: '0s' };
      const other = await runCaddy(join(folder, 'caddy-alone'), ports);
      await use(https, other.ca);
      await other.process.end();
    },
    async restart(between) {
      await server.stop();
      await between?.();
      await server.start();
    },
    async close() {
      await server.stop();
      await proxy.process.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function serverOf(folder: string, env: Record<string, string>) {
  const unit = readUnit('deploy/libro.service');
  const asRoot = process.getuid?.() === 0;
  const code = join(folder, 'current');
  const state = join(folder, 'state');
  let running: LaunchedProcess | undefined;

  return {
    async prepare() {
      await mkdir(code);
      await mkdir(state, { mode: 0o700 });
      for (const path of ['dist', 'src/content/media', 'src/server/encoder/model', 'package.json']) {
        await cp(path, join(code, path), { recursive: true });
      }
      await symlink(resolve('node_modules'), join(code, 'node_modules'));
      if (!asRoot) return;
      await chmod(folder, 0o755);
      await chown(state, nobody, nobody);
    },
    async start() {
      const [program = '', ...args] = unit.command;
      running = launch(program === '/usr/bin/node' ? process.execPath : program, args, {
        cwd: code,
        env: {
          PATH: '/usr/bin:/bin',
          ...unit.environment,
          DATA_DIR: join(state, 'data'),
          UPLOADS_DIR: join(state, 'uploads'),
          ADMIN_PASSWORD: adminPassword,
          PUBLIC_URL: `https://${domain}`,
          LOG_LEVEL: 'warn',
          DEMO_CODES: 'published',
          ...env,
        },
        ...(asRoot && { uid: nobody, gid: nobody }),
      });
      await running.ready(isOnline);
    },
    async stop() {
      await running?.end();
    },
  };
}

interface ProxyOptions {
  /** The site's. */
  port: number;
  httpPort: number;
  httpsPort: number;
  /** How long a request waits for a site that does not answer. */
  patience: string;
}

/** deploy/Caddyfile as it is, but for the ports, a certificate of its own making and its patience. */
function testCaddyfile({ httpPort, httpsPort, patience }: ProxyOptions, storage: string): string {
  const global = [
    'admin off',
    'local_certs',
    'skip_install_trust',
    `http_port ${httpPort}`,
    `https_port ${httpsPort}`,
    `storage file_system ${storage}`,
  ];
  const shipped = 'lb_try_duration 5s';
  const text = readFileSync('deploy/Caddyfile', 'utf8');
  if (!/^\{$/m.test(text) || !text.includes(shipped)) throw new Error('deploy/Caddyfile has another form');
  return text.replace(/^\{$/m, `{\n\t${global.join('\n\t')}`).replace(shipped, `lb_try_duration ${patience}`);
}

async function runCaddy(
  storage: string,
  options: ProxyOptions,
): Promise<{ process: LaunchedProcess; ca: string }> {
  await mkdir(storage);
  const file = join(storage, 'Caddyfile');
  await writeFile(file, testCaddyfile(options, storage));
  const proxy = launch(caddy ?? 'caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { PATH: process.env.PATH, HOME: storage, DOMAIN: domain, UPSTREAM: `127.0.0.1:${options.port}` },
  });
  await proxy.ready((output) => output.includes('certificate obtained successfully'));
  const ca = await readFile(join(storage, 'pki/authorities/local/root.crt'), 'utf8');
  // It says that it has its certificate a moment before it uses it.
  await vi.waitFor(() => shakeHands(options.httpsPort, ca), { timeout: 10_000 });
  return { process: proxy, ca };
}

/** @throws when the server has no certificate for the site */
async function shakeHands(port: number, ca: string): Promise<void> {
  const socket = tlsConnect({ host: '127.0.0.1', port, servername: domain, ca });
  await once(socket, 'secureConnect', { signal: AbortSignal.timeout(1_000) }).finally(() => socket.destroy());
}
