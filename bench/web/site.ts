import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adminPassword } from '../../tests/support/admin-password.ts';
import { ServerProcess } from '../../tests/support/server-process.ts';

/** Builds the site and serves it from a folder of its own, as `npm start` would. */
export async function startBuiltSite(): Promise<{ url: string; stop(): Promise<void> }> {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the build failed');
  const folder = await mkdtemp(path.join(tmpdir(), 'ferro-bench-'));
  const server = new ServerProcess(folder, { env: { ADMIN_PASSWORD: adminPassword } });
  await server.start();
  return {
    url: server.url.replace('127.0.0.1', 'localhost'),
    async stop() {
      await server.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
