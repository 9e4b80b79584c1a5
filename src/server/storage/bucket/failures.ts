import { BucketError, type BucketFailure } from './types.ts';

interface ServiceError {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** The bucket's or the network's error as one of ours, with the sentence that the author reads. */
export function bucketError(error: unknown, bucket: string): BucketError {
  if (error instanceof BucketError) return error;
  const { name = '', message = '', code = '', $metadata } = (error ?? {}) as ServiceError;
  const status = $metadata?.httpStatusCode;
  const [failure, sentence] = sentenceFor(name, message, code, status, bucket);
  // The SDK's own error holds the whole request, signature and all: nothing that a log should have.
  return new BucketError(
    failure,
    sentence,
    new Error([status, code, name, message].filter(Boolean).join(' ')),
  );
}

function sentenceFor(
  name: string,
  message: string,
  code: string,
  status: number | undefined,
  bucket: string,
): [BucketFailure, string] {
  if (name === 'RequestTimeTooSkewed') {
    return ['refused', 'L’orologio di questa macchina è sbagliato: il bucket rifiuta le richieste.'];
  }
  if (name === 'NoSuchBucket') return ['no-bucket', `Il bucket ${bucket} non esiste.`];
  if (status === 404) return ['missing', 'Nel bucket l’oggetto non c’è.'];
  if (status === undefined) return [unreachable, networkSentence(code, bucket)];
  if (
    ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException'].includes(name)
  )
    return ['refused', `Il bucket ${bucket} è in un’altra regione, o a un altro indirizzo.`];
  // Alibaba, Tencent and Huawei: SecondLevelDomainForbidden, PathStyleDomainForbidden, VirtualHostDomainRequired.
  if (/virtual.?host|path.?style|SecondLevelDomain/i.test(`${name} ${message}`))
    return [
      'refused',
      `Questo fornitore vuole il nome del bucket davanti al suo indirizzo, come https://${bucket}.s3.fornitore.example.`,
    ];
  if (name === 'InvalidAccessKeyId')
    return ['refused', 'La chiave di accesso non è di questo fornitore: copiala di nuovo.'];
  if (name === 'SignatureDoesNotMatch')
    return ['refused', 'La chiave segreta è sbagliata: copiala di nuovo.'];
  if (status === 401 || status === 403) {
    const sentence = `Il bucket ${bucket} rifiuta l’accesso: le chiavi sono sbagliate o non bastano (${name || status}).`;
    return ['refused', sentence];
  }
  if (status === 416) return ['no-range', 'La parte chiesta del file non esiste.'];
  if (['XAmzContentSHA256Mismatch', 'BadDigest', 'IncompleteBody'].includes(name)) {
    return ['damaged', 'Un file è arrivato guasto nel bucket ed è stato rifiutato.'];
  }
  if (status === 501) return ['unknown', `Il bucket ${bucket} non sa fare quello che gli è chiesto.`];
  if (status >= 500 || status === 429 || status === 408 || name === 'RequestTimeout') {
    return [unreachable, `Il bucket ${bucket} non risponde.`];
  }
  return ['unknown', `Il bucket ${bucket} ha risposto con un errore (${name || status}).`];
}

const unreachable = 'unreachable';

/** Of a request that had no answer: the operating system's or OpenSSL's name of the trouble. */
function networkSentence(code: string, bucket: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'L’indirizzo del bucket non si trova: è scritto male, o questa macchina è senza rete.';
  if (code === 'EPROTO' || /^(?:ERR_TLS|CERT_|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return 'L’indirizzo del bucket non ha un certificato valido: controlla che sia scritto giusto.';
  return `Il bucket ${bucket} non risponde.`;
}

/** Whether another attempt may succeed by itself. */
export function isTransient(error: unknown): boolean {
  return error instanceof BucketError && (error.failure === 'unreachable' || error.failure === 'damaged');
}

/** Whether nothing else will work either until somebody or something outside has changed. */
export function concernsWholeBucket(error: unknown): boolean {
  return (
    error instanceof BucketError &&
    (error.failure === 'unreachable' || error.failure === 'refused' || error.failure === 'no-bucket')
  );
}

/** What a request gives; `undefined` for what is not in the bucket. @throws BucketError */
export async function undefinedIfMissing<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof BucketError && error.failure === 'missing') return undefined;
    throw error;
  }
}
