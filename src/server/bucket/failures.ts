import { BucketError } from './types.ts';

interface ServiceError {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

const refusals = new Set([401, 403]);

/** The bucket's or the network's error as one of ours, with the sentence that the author reads. */
export function bucketError(error: unknown, bucket: string): BucketError {
  if (error instanceof BucketError) return error;
  const { name = '', $metadata } = (error ?? {}) as ServiceError;
  const status = $metadata?.httpStatusCode;
  if (status === 412 || status === 409) {
    return new BucketError('conflict', 'Nel bucket qualcuno ha scritto prima di noi.', error);
  }
  if (name === 'RequestTimeTooSkewed') {
    return new BucketError(
      'refused',
      'L’orologio di questa macchina è sbagliato: il bucket rifiuta le richieste.',
      error,
    );
  }
  if (status === 404 && name === 'NoSuchBucket') {
    return new BucketError('no-bucket', `Il bucket ${bucket} non esiste.`, error);
  }
  if (status !== undefined && refusals.has(status)) {
    return new BucketError(
      'refused',
      `Il bucket ${bucket} rifiuta l’accesso: le chiavi sono sbagliate o non bastano (${name || status}).`,
      error,
    );
  }
  if (status === 416) return new BucketError('no-range', 'La parte chiesta del file non esiste.', error);
  if (name === 'XAmzContentSHA256Mismatch' || name === 'BadDigest' || name === 'IncompleteBody') {
    return new BucketError('damaged', 'Un file è arrivato guasto nel bucket ed è stato rifiutato.', error);
  }
  if (
    status === undefined ||
    status >= 500 ||
    status === 429 ||
    status === 408 ||
    name === 'RequestTimeout'
  ) {
    return new BucketError('unreachable', `Il bucket ${bucket} non risponde.`, error);
  }
  return new BucketError(
    'unknown',
    `Il bucket ${bucket} ha risposto con un errore (${name || status}).`,
    error,
  );
}

/** Whether another attempt may succeed by itself. */
export function passes(error: unknown): boolean {
  return error instanceof BucketError && (error.failure === 'unreachable' || error.failure === 'damaged');
}

/** Whether nothing else will work either until somebody or something outside has changed. */
export function concernsAll(error: unknown): boolean {
  return (
    error instanceof BucketError &&
    (error.failure === 'unreachable' || error.failure === 'refused' || error.failure === 'no-bucket')
  );
}
