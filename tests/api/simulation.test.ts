import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Always the same life; `npm run test:full` lives others. */
const fixedSeed = 7;

function simulate(...options: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/simulation.mjs', ...options], {
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const digestIn = (output: string) => /digest ([0-9a-f]{16})/.exec(output)?.[1];

test('a life of the whole site keeps every promise, and is the same again', { timeout: 300_000 }, () => {
  const first = simulate('--seed', String(fixedSeed), '--lives', '1');
  expect(first.output).toMatch(/1 lives from seed 7/);
  expect(first.status, first.output).toBe(0);
  const again = simulate('--seed', String(fixedSeed), '--lives', '1');
  expect(digestIn(first.output)).toBeDefined();
  expect(digestIn(again.output)).toBe(digestIn(first.output));
});
