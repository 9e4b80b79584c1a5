import { AppError } from '#shared/errors.ts';
import { BucketError } from '../storage/bucket/types.ts';
import { StoreError } from '../storage/store/store-error.ts';
import { EnvError } from './env.ts';

/** Why the site cannot start: one clear line for what the author can mend, the whole error for the rest. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ([EnvError, StoreError, BucketError, AppError].some((kind) => error instanceof kind))
    return error.message;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'La porta è già occupata da un altro programma: scegline un’altra con PORT.';
  }
  // A file or folder that may not be read or written, is no folder, or lies on a full disk.
  if ('path' in error && 'syscall' in error) {
    return `Il sito non può usare ${String(error.path)}: ${error.message}`;
  }
  return error.stack ?? error.message;
}
