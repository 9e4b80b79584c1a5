// The contract of files and leases against a second S3 server, not ours: Ceph's gateway, from Debian's packages. Where it
// is not there or does not come up, it says so in one line and nothing has failed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './programs.mjs';
import { skippedStatus } from './test-report.mjs';

if (!findProgram('radosgw') || !findProgram('ceph-osd')) {
  console.log('Its packages are not here.');
  process.exit(skippedStatus);
}

/** A free port with two free ones after it, as far as one can know. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const folder = mkdtempSync(join(tmpdir(), 'ceph-'));
let status = 1;
try {
  const port = await freePort();
  const up = spawnSync('bash', ['scripts/ceph.sh', folder, String(port)], {
    stdio: 'inherit',
    timeout: 240_000,
  });
  if (up.status !== 0) {
    console.log('Its gateway did not come up on this machine.');
    status = skippedStatus;
  }
  const tests = ['--no-install', 'vitest', 'run', '--reporter=dot'];
  const env = { ...process.env, TEST_FOLDER: 'ceph', CEPH_ENDPOINT: `http://127.0.0.1:${port}` };
  if (up.status === 0) status = spawnSync('npx', tests, { stdio: 'inherit', env }).status ?? 1;
} finally {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.pid')) continue;
    try {
      process.kill(Number(readFileSync(join(folder, name), 'utf8')), 'SIGKILL');
    } catch {
      // It never started, or is gone.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exit(status);
