import { fileURLToPath } from 'node:url';
import workerpool, { type Pool } from 'workerpool';
import { AppError, errors, type ErrorCode } from '#shared/errors.ts';
import type * as work from './work.ts';

/** What is done with pictures, wherever it runs. */
export type PictureWork = Pick<typeof work, 'checkImage' | 'measureImage' | 'shrinkImage'>;

export interface PicturePool extends PictureWork {
  /** Ends the process, and with it whatever it is doing. */
  close(): Promise<void>;
}

interface PicturePoolOptions {
  /** How long one picture may take; the slowest measured took 25 s, and a small server may take four times that. */
  timeoutMs?: number;
  /** How long the process waits for another. */
  idleMs?: number;
  /** Told why the process died or was ended over a picture: whoever sent the picture is only told that it was. */
  onFailure?: (error: unknown) => void;
}

/**
 * Does the work in a process of its own, one picture at a time, which ends when nothing has been asked of it for a
 * while. A large picture takes up to 2 GB while it is decoded, and the allocator keeps a part of that for good: 120 MB
 * after four photographs. So neither memory nor a decoder's crash is the site's, and a decoder of foreign files
 * knows none of its secrets.
 *
 * @param script the built picture-process.ts
 */
export function openPicturePool(
  script: URL,
  { timeoutMs = 180_000, idleMs = 10_000, onFailure }: PicturePoolOptions = {},
): PicturePool {
  let pool: Pool | undefined;
  let asked = 0;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = pool;
    pool = undefined;
    await ending?.terminate(true);
  }

  async function run<T>(method: keyof PictureWork, parameters: unknown[]): Promise<T> {
    clearTimeout(idle);
    asked += 1;
    pool ??= workerpool.pool(fileURLToPath(script), {
      workerType: 'process',
      maxWorkers: 1,
      forkOpts: { serialization: 'advanced', env: environment() },
    });
    try {
      return (await pool.exec(method, parameters).timeout(timeoutMs)) as T;
    } catch (error) {
      // Not when it was closed meanwhile.
      if (isFailure(error) && pool) onFailure?.(error);
      throw asRefusal(error);
    } finally {
      asked -= 1;
      if (asked === 0) idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  return {
    checkImage: (path) => run('checkImage', [path]),
    measureImage: (path) => run('measureImage', [path]),
    shrinkImage: (path, width, format) => run('shrinkImage', [path, width, format]),
    close: end,
  };
}

/** Of the site's settings only those of the system: its passwords and keys are not for a decoder. */
function environment(): NodeJS.ProcessEnv {
  // eslint-disable-next-line no-restricted-properties -- handed on, not read
  const { PATH, TMPDIR, LANG, MALLOC_ARENA_MAX } = process.env;
  return { PATH, TMPDIR, LANG, MALLOC_ARENA_MAX };
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in errors;

/** Whether the process died of what it was doing, or was ended because it took too long. */
const isFailure = (error: unknown) =>
  error instanceof workerpool.TerminateError || error instanceof workerpool.Promise.TimeoutError;

/** The work's own refusals and the disk's errors as they were; a process that died or took too long is the picture's doing. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error && isErrorCode(error.code))
    return new AppError(error.code, error.message, { cause: error });
  if (!isFailure(error)) return error;
  const sentence =
    'Questo server non riesce ad aprire l’immagine: forse è troppo grande. Prova con una più piccola.';
  return new AppError('IMPOSSIBLE', sentence, { cause: error });
}
