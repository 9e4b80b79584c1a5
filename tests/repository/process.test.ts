import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePorts, launch, StartFailed } from '../support/process.ts';

/** A program of Node's that lasts until it is ended, and is ended with the test. */
async function start(program: string) {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-process-'));
  const file = join(folder, 'program.mjs');
  await writeFile(file, program);
  const launched = launch(process.execPath, [file], { env: { PATH: process.env.PATH } });
  onTestFinished(async () => {
    await launched.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return launched;
}

const forever = 'setInterval(() => {}, 1_000);';

test('is ready when its output says so, on either stream', async () => {
  const launched = await start(`console.log('uno'); console.error('due'); ${forever}`);
  await launched.ready((output) => output.includes('uno') && output.includes('due'));
  expect(launched.running).toBe(true);
  expect(await launched.end()).toBeNull();
  expect(launched.running).toBe(false);
});

test('that ends before it is ready failed, with its status and all that it wrote', async () => {
  const launched = await start(`console.error('La porta è già occupata'); process.exitCode = 3;`);
  const failed = await launched.ready(() => false).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(StartFailed);
  expect(failed).toMatchObject({ code: 3, output: 'La porta è già occupata' });
});

test('that cannot even be started failed too', async () => {
  const launched = launch('/nowhere/at-all', [], {});
  await expect(launched.ready(() => false)).rejects.toThrow('ENOENT');
  expect([launched.running, await launched.end()]).toEqual([false, null]);
});

test('is ended although it is stopped, and twice does no harm', async () => {
  const launched = await start(`console.log('qui'); ${forever}`);
  await launched.ready((output) => output.includes('qui'));
  launched.child.kill('SIGSTOP');
  expect(await launched.end('SIGTERM')).toBeNull();
  expect(await launched.end('SIGKILL')).toBeNull();
});

test('may take its time to end, and its status is what it says', async () => {
  const launched = await start(
    `process.on('SIGTERM', () => setTimeout(() => process.exit(7), 50)); console.log('qui'); ${forever}`,
  );
  await launched.ready((output) => output.includes('qui'));
  expect(await Promise.all([launched.end(), launched.ended])).toEqual([7, 7]);
});

test('ports are free, and each is given once', async () => {
  const ports = (await Promise.all(Array.from({ length: 10 }, () => freePorts(3)))).flat();
  expect(new Set(ports).size).toBe(30);
  for (const port of ports) expect(port).toBeGreaterThan(0);
});
