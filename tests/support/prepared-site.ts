import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminPassword } from './admin-password.ts';
import { ServerProcess } from './server-process.ts';
import { leaveSession } from './site.ts';

/**
 * Before the first browser test: a site that has been started once, with its demonstration and its password. Each test's site
 * begins as a copy of its folder, makes neither anew, and its author is signed in.
 */
export default async function prepareSite(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-prepared-'));
  const site = new ServerProcess(folder, { env: { ADMIN_PASSWORD: adminPassword } });
  await site.start();
  await (await leaveSession(site)).dispose();
  await site.end();
  process.env.PREPARED_SITE = folder;
  return () => rm(folder, { recursive: true, force: true });
}
