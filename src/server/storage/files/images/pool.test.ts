import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { openPicturePool, type PicturePool } from './pool.ts';
import { settleEventLoop } from '#tests/support/latency.ts';

const script = new URL('../../../../../tests/support/picture-process.mjs', import.meta.url);
let pool: PicturePool;

const open = (times: Parameters<typeof openPicturePool>[1] = {}) => (pool = openPicturePool(script, times));
/** The stand-in answers with its process's number for a width. */
const processOf = async (name = 'any.png') => (await pool.checkImage(name)).width;
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

afterEach(() => pool.close());

test('works in another process, one for all pictures', async () => {
  open();
  const numbers = await Promise.all([processOf(), processOf(), processOf()]);
  expect(new Set(numbers).size).toBe(1);
  expect(numbers[0]).not.toBe(process.pid);
  expect(new TextDecoder().decode(await pool.shrinkImage('a.png', 480, 'avif'))).toBe('a.png 480 avif');
});

test('a refusal arrives as it was', async () => {
  open();
  const refused = await pool.checkImage('damaged').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({ code: 'IMPOSSIBLE', message: 'L’immagine è danneggiata.' });
});

test('so does an error of the disk, which is no refusal', async () => {
  open();
  const failed = await pool.checkImage('unreadable').catch((error: unknown) => error);
  expect(failed).not.toBeInstanceOf(AppError);
  expect(failed).toMatchObject({ code: 'EIO' });
});

test('a picture that kills the process is refused, and the next one is looked at', async () => {
  const onFailure = vi.fn();
  open({ onFailure });
  const first = await processOf();
  await expect(pool.checkImage('deadly')).rejects.toMatchObject({
    code: 'IMPOSSIBLE',
    message: expect.stringContaining('troppo grande') as string,
  });
  expect(onFailure).toHaveBeenCalledOnce();
  expect(await processOf()).not.toBe(first);
});

test('so is one that takes for ever', async () => {
  // As long as a new process may take to begin on a busy machine.
  open({ timeoutMs: 3_000 });
  await expect(pool.checkImage('endless')).rejects.toMatchObject({ code: 'IMPOSSIBLE' });
  expect(await processOf()).toBeGreaterThan(0);
});

test('the process ends when nothing is asked of it', async () => {
  open({ idleMs: 50 });
  const pid = await processOf();
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 5_000);
  expect(await processOf()).not.toBe(pid);
});

test('and with the site, whatever it is doing', async () => {
  open();
  const pid = await processOf();
  const unfinished = pool.checkImage('endless').catch((error: unknown) => error);
  await settleEventLoop();
  await pool.close();
  expect(await unfinished).toBeInstanceOf(Error);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 5_000);
});

test('it is told none of the site’s secrets', async () => {
  vi.stubEnv('S3_SECRET_ACCESS_KEY', 'segreto');
  open();
  expect((await pool.checkImage('any.png')).type).not.toContain('segreto');
  vi.unstubAllEnvs();
});
