import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Runs the audit with an npm that answers so. @param pings whether its registry is there */
async function audit(answer: unknown, pings = true): Promise<{ status: number | null; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-audit-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'answer'), typeof answer === 'string' ? answer : JSON.stringify(answer));
  const npm = `#!/bin/bash\nif [[ $1 == ping ]]; then exit ${pings ? 0 : 1}; fi\ncat ${folder}/answer\n`;
  await writeFile(join(folder, 'npm'), npm);
  await chmod(join(folder, 'npm'), 0o755);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/audit.mjs'], {
    encoding: 'utf8',
    env: { PATH: `${folder}:/usr/bin:/bin` },
  });
  return { status, said: stdout + stderr };
}

test('a known hole fails, none passes', async () => {
  const found = await audit({ metadata: { vulnerabilities: { total: 2 } } });
  expect([found.status, found.said]).toEqual([1, expect.stringContaining('2 known vulnerabilities')]);
  expect((await audit({ metadata: { vulnerabilities: { total: 0 } } })).status).toBe(0);
});

test('a registry that answers without a verdict fails', async () => {
  for (const answer of ['', 'no JSON', { error: { code: 'E500' } }, { statusCode: 500 }]) {
    const { status, said } = await audit(answer);
    expect(status, said).toBe(1);
    expect(said).toContain('nothing was checked');
  }
});

test('where none keeps advisories, or none is there, it says that nothing was checked', async () => {
  for (const [answer, pings] of [
    [{ statusCode: 405 }, true],
    ['', false],
  ] as const) {
    const { status, said } = await audit(answer, pings);
    expect([status, said]).toEqual([0, expect.stringContaining('NOTHING WAS CHECKED')]);
  }
});
