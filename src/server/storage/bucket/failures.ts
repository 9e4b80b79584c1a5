import { BucketError, type BucketFailure } from './types.ts';

/** What an answer is, by its status (`none` where there was no answer), code, name and message: the first row that holds. */
const rows: readonly [pattern: RegExp, failure: BucketFailure, sentence: string][] = [
  [
    /RequestTimeTooSkewed/,
    'refused',
    'L’orologio di questa macchina è sbagliato: il bucket rifiuta le richieste.',
  ],
  [/NoSuchBucket/, 'no-bucket', 'Il bucket {bucket} non esiste.'],
  [/^404/, 'missing', 'Nel bucket l’oggetto non c’è.'],
  [
    /^none (?:ENOTFOUND|EAI_AGAIN)/,
    'unreachable',
    'L’indirizzo del bucket non si trova: è scritto male, o questa macchina è senza rete.',
  ],
  [
    /^none (?:EPROTO|ERR_TLS|CERT_|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/,
    'unreachable',
    'L’indirizzo del bucket non ha un certificato valido: controlla che sia scritto giusto.',
  ],
  [/^none/, 'unreachable', 'Il bucket {bucket} non risponde.'],
  [
    /PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException/,
    'refused',
    'Il bucket {bucket} è in un’altra regione, o a un altro indirizzo.',
  ],
  // Alibaba, Tencent and Huawei: SecondLevelDomainForbidden, PathStyleDomainForbidden, VirtualHostDomainRequired.
  [
    /virtual.?host|path.?style|SecondLevelDomain/i,
    'refused',
    'Questo fornitore vuole il nome del bucket davanti al suo indirizzo, come https://{bucket}.s3.fornitore.example.',
  ],
  [/InvalidAccessKeyId/, 'refused', 'La chiave di accesso non è di questo fornitore: copiala di nuovo.'],
  [/SignatureDoesNotMatch/, 'refused', 'La chiave segreta è sbagliata: copiala di nuovo.'],
  [
    /^40[13]/,
    'refused',
    'Il bucket {bucket} rifiuta l’accesso: le chiavi sono sbagliate o non bastano ({name}).',
  ],
  [/^416/, 'no-range', 'La parte chiesta del file non esiste.'],
  [
    /XAmzContentSHA256Mismatch|BadDigest|IncompleteBody/,
    'damaged',
    'Un file è arrivato guasto nel bucket ed è stato rifiutato.',
  ],
  [/^501/, 'unknown', 'Il bucket {bucket} non sa fare quello che gli è chiesto.'],
  [/^(?:5|429|408)|RequestTimeout/, 'unreachable', 'Il bucket {bucket} non risponde.'],
  [/^/, 'unknown', 'Il bucket {bucket} ha risposto con un errore ({name}).'],
];

interface ServiceError {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** The bucket's or the network's error as one of ours, with the sentence that the author reads. */
export function bucketError(error: unknown, bucket: string): BucketError {
  if (error instanceof BucketError) return error;
  const { name = '', message = '', code, $metadata } = (error ?? {}) as ServiceError;
  const status = $metadata?.httpStatusCode ?? 'none';
  const text = [status, code, name, message].filter(Boolean).join(' ');
  const [, failure = 'unknown', sentence = ''] = rows.find(([pattern]) => pattern.test(text)) ?? [];
  const filled = sentence.replace('{bucket}', bucket).replace('{name}', name || String(status));
  // The SDK's own error holds the whole request, signature and all: nothing that a log should have.
  return new BucketError(failure, filled, new Error(text));
}

/** Whether nothing else will work either until somebody or something outside has changed. */
export function concernsWholeBucket(error: unknown): boolean {
  return error instanceof BucketError && ['unreachable', 'refused', 'no-bucket'].includes(error.failure);
}

/** What a request gives; `undefined` where it fails in this way. @throws BucketError */
export async function undefinedIf<T>(failure: BucketFailure, request: Promise<T>): Promise<T | undefined> {
  return request.catch((error: unknown) => {
    if (error instanceof BucketError && error.failure === failure) return undefined;
    throw error;
  });
}
