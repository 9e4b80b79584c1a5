import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Builds the site and serves it from a folder of its own, as `npm start` would. */
export async function startBuiltSite(): Promise<{ url: string; stop(): Promise<void> }> {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the build failed');
  const folder = await mkdtemp(join(tmpdir(), 'ferro-bench-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/server/server.js'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      UPLOADS_DIR: join(folder, 'uploads'),
      ADMIN_PASSWORD: 'parola-di-prova-per-il-banco',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('in linea') && resolve());
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    url: `http://localhost:${port}`,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
