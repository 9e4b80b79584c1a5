import { describe, expect, test } from 'vitest';
import { bucketError, concernsWholeBucket } from './failures.ts';
import { BucketError, type BucketFailure } from './types.ts';

const answer = (httpStatusCode: number | undefined, name = 'Error', message = 'as the SDK says it') =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode } });

interface Row {
  status?: number;
  name?: string;
  message?: string;
  failure: BucketFailure;
  sentence: RegExp;
}

const rows: Row[] = [
  { status: 403, name: 'RequestTimeTooSkewed', failure: 'refused', sentence: /orologio/ },
  { status: 404, name: 'NoSuchBucket', failure: 'no-bucket', sentence: /libro non esiste/ },
  { status: 404, name: 'NoSuchKey', failure: 'missing', sentence: /non c’è/ },
  { status: 404, name: 'NotFound', failure: 'missing', sentence: /non c’è/ },
  { status: 401, failure: 'refused', sentence: /chiavi/ },
  { status: 403, name: 'InvalidAccessKeyId', failure: 'refused', sentence: /chiave di accesso/ },
  { status: 403, name: 'SignatureDoesNotMatch', failure: 'refused', sentence: /chiave segreta è sbagliata/ },
  { status: 301, name: 'PermanentRedirect', failure: 'refused', sentence: /altra regione/ },
  { status: 400, name: 'AuthorizationHeaderMalformed', failure: 'refused', sentence: /altra regione/ },
  {
    status: 403,
    name: 'SecondLevelDomainForbidden',
    message: 'Please use virtual hosted style to access.',
    failure: 'refused',
    sentence: /https:\/\/libro\.s3/,
  },
  { status: 403, name: 'PathStyleDomainForbidden', failure: 'refused', sentence: /davanti al suo indirizzo/ },
  {
    status: 400,
    name: 'VirtualHostDomainRequired',
    failure: 'refused',
    sentence: /davanti al suo indirizzo/,
  },
  { status: 403, name: 'AccessDenied', failure: 'refused', sentence: /\(AccessDenied\)/ },
  { status: 416, failure: 'no-range', sentence: /parte chiesta/ },
  { status: 400, name: 'BadDigest', failure: 'damaged', sentence: /guasto/ },
  { status: 400, name: 'XAmzContentSHA256Mismatch', failure: 'damaged', sentence: /guasto/ },
  { status: 400, name: 'IncompleteBody', failure: 'damaged', sentence: /guasto/ },
  { status: 501, name: 'NotImplemented', failure: 'unknown', sentence: /non sa fare/ },
  { status: 500, failure: 'unreachable', sentence: /libro non risponde/ },
  { status: 503, name: 'SlowDown', failure: 'unreachable', sentence: /libro non risponde/ },
  { status: 429, failure: 'unreachable', sentence: /libro non risponde/ },
  { status: 408, failure: 'unreachable', sentence: /libro non risponde/ },
  { status: 400, name: 'RequestTimeout', failure: 'unreachable', sentence: /libro non risponde/ },
  { status: undefined, name: 'AbortError', failure: 'unreachable', sentence: /libro non risponde/ },
  { status: 400, name: 'InvalidRequest', failure: 'unknown', sentence: /\(InvalidRequest\)/ },
];

describe('what the bucket or the network answers', () => {
  test.each(rows)('$status $name is $failure', ({ status, name, message, failure, sentence }) => {
    const error = bucketError(answer(status, name, message), 'libro');
    expect(error).toBeInstanceOf(BucketError);
    expect(error.failure).toBe(failure);
    expect(error.message).toMatch(sentence);
  });

  test('an error that is ours already stays the same', () => {
    const ours = new BucketError('damaged', 'Un file è guasto.');
    expect(bucketError(ours, 'libro')).toBe(ours);
  });

  test('what no SDK throws is the network’s doing', () => {
    for (const thrown of [undefined, null, 'ECONNRESET', new TypeError('fetch failed')])
      expect(bucketError(thrown, 'libro').failure).toBe('unreachable');
  });

  test.each([
    ['ENOTFOUND', /scritto male, o questa macchina è senza rete/],
    ['EAI_AGAIN', /senza rete/],
    ['ECONNREFUSED', /libro non risponde/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificato/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /certificato/],
  ])('%s is told in words', (code, sentence) => {
    const error = bucketError(Object.assign(new Error('connect'), { code }), 'libro');
    expect(error).toMatchObject({
      failure: 'unreachable',
      message: expect.stringMatching(sentence) as string,
    });
  });

  test('for the log there is the status and the name, and nothing of the request', () => {
    const secret = 'AWS4-HMAC-SHA256 Signature=0123';
    const error = bucketError(
      Object.assign(answer(403, 'AccessDenied'), { $response: { headers: { authorization: secret } } }),
      'libro',
    );
    const { cause } = error;
    expect(cause).toMatchObject({ message: '403 AccessDenied as the SDK says it' });
    expect(JSON.stringify([cause, Object.entries(cause as object)])).not.toContain(secret);
  });
});

const all: BucketFailure[] = [
  'unreachable',
  'refused',
  'no-bucket',
  'occupied',
  'missing',
  'no-range',
  'damaged',
  'unknown',
];
const failing = (holds: (error: unknown) => boolean) =>
  all.filter((failure) => holds(new BucketError(failure, '')));

test('only what no other object escapes either ends a round', () => {
  expect(failing(concernsWholeBucket)).toEqual(['unreachable', 'refused', 'no-bucket']);
  expect(concernsWholeBucket(new Error('a file of this disk'))).toBe(false);
});
