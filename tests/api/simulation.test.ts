import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Lives from this seed on, always the same, and one that nobody has lived yet. */
const fixedSeed = 7;

function simulate(...options: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/simulation.mjs', ...options], {
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const digestIn = (output: string) => /digest ([0-9a-f]{16})/.exec(output)?.[1];

test('two lives of the whole site keep every promise, and are the same again', { timeout: 300_000 }, () => {
  const first = simulate('--seed', String(fixedSeed), '--lives', '2');
  expect(first.output).toMatch(/2 lives from seed 7/);
  expect(first.status, first.output).toBe(0);
  const again = simulate('--seed', String(fixedSeed), '--lives', '2');
  expect(digestIn(first.output)).toBeDefined();
  expect(digestIn(again.output)).toBe(digestIn(first.output));
});

test('a life that nobody has lived yet does, too', { timeout: 300_000 }, () => {
  const { status, output } = simulate('--seconds', '3');
  // Its seed is in the output.
  expect(status, output).toBe(0);
});
