import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { bucketAt } from '#tests/support/buckets.ts';
import { type DoubleRequest, type Fault, type S3Double, startS3Double } from '#tests/support/s3-double.ts';
import { S3Refusal } from '#tests/support/s3-signature.ts';
import { addressing } from './s3.ts';
import { sha256Of } from './streams.ts';
import type { Bucket } from './types.ts';

const pages = 3;
const partBytes = 8 * 1024 * 1024;
let double: S3Double;
let bucket: Bucket;

beforeAll(async () => {
  double = await startS3Double({ pages });
  bucket = bucketAt(double, 'sito/', { timeoutMs: 400 });
});
afterAll(() => double.close());
beforeEach(() => {
  double.objects.clear();
  double.requests.length = 0;
  double.fault = undefined;
});

/** The first requests that match go wrong, the later ones do not. */
function failing(times: number, fault: Fault, matches: (request: DoubleRequest) => boolean = () => true) {
  let left = times;
  double.fault = (request) => (matches(request) && left-- > 0 ? fault : undefined);
}

const source = (content: Buffer) => ({
  bytes: content.length,
  sha256: sha256Of(content),
  open: () => Readable.from([content]),
});
const all = <T>(items: AsyncIterable<T>): Promise<T[]> => Readable.from(items).toArray();
const read = async (key: string, range?: string) => {
  const found = await bucket.get(key, range);
  return found && buffer(found.body);
};

describe('a bucket that works', () => {
  test('keeps every key below the prefix, with its own SHA-256', async () => {
    await bucket.put('a.json', Buffer.from('uno'), { epoca: '7' });
    expect([...double.objects.keys()]).toEqual(['sito/a.json']);
    const head = await bucket.head('a.json');
    expect(head).toMatchObject({ bytes: 3, sha256: sha256Of(Buffer.from('uno')), metadata: { epoca: '7' } });
    expect(await bucket.head('b.json')).toBeUndefined();
    expect(await bucket.get('b.json')).toBeUndefined();
  });

  test('lists page after page, its own prefix only', async () => {
    double.objects.set('altro/x', { bytes: Buffer.alloc(1), etag: 'x', modified: new Date(), headers: {} });
    const keys = Array.from({ length: pages * 2 + 1 }, (_, index) => `files/${index} à&+.png`);
    for (const key of keys) await bucket.put(key, Buffer.from(key));
    const listed = await all(bucket.list('files/'));
    expect(listed.map(({ key }) => key)).toEqual(keys);
    expect(double.requests.filter(({ method, key }) => method === 'GET' && key === '')).toHaveLength(3);
  });

  test('gives parts of an object, and refuses those it does not have', async () => {
    await bucket.put('a', Buffer.from('0123456789'));
    expect((await read('a', 'bytes=2-4'))?.toString()).toBe('234');
    expect((await read('a', 'bytes=-2'))?.toString()).toBe('89');
    expect((await bucket.get('a', 'bytes=8-'))?.contentRange).toBe('bytes 8-9/10');
    await expect(bucket.get('a', 'bytes=10-')).rejects.toMatchObject({ failure: 'no-range' });
  });

  test('lists what comes after a key, page after page', async () => {
    const keys = Array.from({ length: pages * 2 + 1 }, (_, index) => `files/${index}`);
    for (const key of keys) await bucket.put(key, Buffer.from(key));
    const listed = await all(bucket.list('files/', 'files/1'));
    expect(listed.map(({ key }) => key)).toEqual(keys.slice(2));
  });

  test('sends large content in parts', async () => {
    const content = randomBytes(partBytes * 2 + 5);
    await bucket.putSource('grande', source(content));
    expect(await read('grande')).toSatisfy((bytes: Buffer) => bytes.equals(content));
    expect((await bucket.head('grande'))?.sha256).toBe(sha256Of(content));
    expect(double.requests.filter(({ query }) => query.has('partNumber'))).toHaveLength(3);
    expect(double.uploads.size).toBe(0);
  });
});

describe('a bucket of a provider that refuses its name in the path', () => {
  beforeEach(() => {
    double.fault = ({ isInHost }) =>
      isInHost ? undefined : new S3Refusal(403, 'SecondLevelDomainForbidden');
  });

  test('is used by an endpoint that begins with its name', async () => {
    const lookup = vi.spyOn(dns, 'lookup') as unknown as MockInstance<
      (name: string, ...rest: unknown[]) => void
    >;
    lookup.mockImplementation((_name, _options, done) => {
      (done as (error: null, all: object[]) => void)(null, [{ address: '127.0.0.1', family: 4 }]);
    });
    const url = double.url.replace('127.0.0.1', 'libro.s3.fornitore.test');
    const inHost = bucketAt({ ...double, url }, 'sito/');
    await inHost.put('a', Buffer.from('uno'));
    expect((await inHost.head('a'))?.bytes).toBe(3);
    expect(await all(inHost.list(''))).toHaveLength(1);
    expect([...double.objects.keys()]).toEqual(['sito/a']);
    expect(lookup).toHaveBeenCalledWith('libro.s3.fornitore.test', expect.anything(), expect.anything());
    inHost.close();
  });

  test('is else told to need one', async () => {
    await expect(bucket.put('a', Buffer.from('uno'))).rejects.toMatchObject({
      failure: 'refused',
      message: expect.stringContaining('https://libro.s3.fornitore.example') as string,
    });
  });

  test.each([
    ['https://libro.s3.eu-south-1.amazonaws.com', 'https://s3.eu-south-1.amazonaws.com/'],
    ['https://libro.oss-eu-central-1.aliyuncs.com', 'https://oss-eu-central-1.aliyuncs.com/'],
    ['https://libro.example.org', undefined],
    ['https://libro2.s3.fornitore.example', undefined],
    ['http://127.0.0.1:9000', undefined],
  ])('%s', (endpoint, provider) => {
    expect(addressing({ endpoint, bucket: 'libro' })).toEqual(
      provider === undefined ? { endpoint, forcePathStyle: true } : { endpoint: provider },
    );
  });
});

describe('a bucket that fails', () => {
  test.each<Fault>([503, 500, 'reset', 'reset-after', 'hang'])('%s once: nobody notices', async (fault) => {
    failing(1, fault);
    await bucket.put('a', Buffer.from('uno'));
    failing(1, fault);
    expect((await bucket.head('a'))?.bytes).toBe(3);
    failing(1, fault);
    expect(await all(bucket.list(''))).toHaveLength(1);
    failing(1, fault);
    await bucket.remove('a');
    expect(double.objects.size).toBe(0);
  });

  test('the answer that ends a large one is lost: it is there', async () => {
    failing(1, 'reset-after', ({ method, query }) => method === 'POST' && query.has('uploadId'));
    const content = randomBytes(partBytes + 5);
    await bucket.putSource('grande', source(content));
    expect((await bucket.head('grande'))?.sha256).toBe(sha256Of(content));
    expect(double.uploads.size).toBe(0);
  });

  test.each<Fault>([503, 'reset', 'hang'])('%s for ever: a bounded number of attempts', async (fault) => {
    failing(Infinity, fault);
    await expect(bucket.head('a')).rejects.toMatchObject({
      failure: 'unreachable',
      message: 'Il bucket libro non risponde.',
    });
    expect(double.requests).toHaveLength(3);
  });

  test('a body that is cut is an error, never a shorter file', async () => {
    await bucket.put('a', randomBytes(100_000));
    failing(1, 'truncate', ({ method }) => method === 'GET');
    await expect(read('a')).rejects.toMatchObject({ failure: 'unreachable' });
  });

  test('a whole body that is not what was put there is an error', async () => {
    await bucket.put('a', Buffer.from('ferro'));
    const object = double.objects.get('sito/a');
    if (object) object.bytes = Buffer.from('fErro');
    await expect(read('a')).rejects.toMatchObject({
      failure: 'damaged',
      message: 'Nel bucket è danneggiato a',
    });
  });

  test('a part that fails is sent again; an upload that is given up leaves nothing', async () => {
    const content = randomBytes(partBytes + 5);
    failing(2, 'reset', ({ query }) => query.get('partNumber') === '1');
    await bucket.putSource('grande', source(content));
    expect(await read('grande')).toSatisfy((bytes: Buffer) => bytes.equals(content));
    failing(Infinity, 503, ({ query }) => query.get('partNumber') === '2');
    await expect(bucket.putSource('altro', source(content))).rejects.toMatchObject({
      failure: 'unreachable',
    });
    expect(double.uploads.size).toBe(0);
    expect(await bucket.head('altro')).toBeUndefined();
  });

  test('content that is not what was promised is not kept', async () => {
    const promised = { ...source(randomBytes(10)), sha256: sha256Of(Buffer.from('altro')) };
    await expect(bucket.putSource('a', promised)).rejects.toMatchObject({ failure: 'damaged' });
    const shorter = { ...source(randomBytes(partBytes + 5)), bytes: partBytes + 6 };
    await expect(bucket.putSource('a', shorter)).rejects.toMatchObject({ failure: 'damaged' });
    expect(double.objects.size).toBe(0);
  });

  test('wrong keys and a bucket that is not there are said at once, by name', async () => {
    const { keys } = double;
    double.keys = { ...keys, secretAccessKey: 'altra' };
    await expect(bucket.put('a', Buffer.from('x'))).rejects.toMatchObject({ failure: 'refused' });
    double.keys = keys;
    double.bucket = 'altro';
    const listing = all(bucket.list(''));
    await expect(listing).rejects.toMatchObject({
      failure: 'no-bucket',
      message: 'Il bucket libro non esiste.',
    });
    double.bucket = 'libro';
    expect(double.requests).toHaveLength(2);
  });
});

describe('the double', () => {
  test('takes apart aws-chunked bodies and compares their CRC-32', async () => {
    const client = new S3Client({
      endpoint: double.url,
      region: 'eu-south-1',
      forcePathStyle: true,
      credentials: double.keys,
      maxAttempts: 1,
    });
    const put = {
      Bucket: double.bucket,
      Key: 'x',
      Body: Readable.from([Buffer.from('neve '), Buffer.from('lenta')]),
    };
    await client.send(new PutObjectCommand({ ...put, ContentLength: 10, ChecksumAlgorithm: 'CRC32' }));
    expect(double.objects.get('x')?.bytes.toString()).toBe('neve lenta');
    const wrong = new PutObjectCommand({ ...put, Body: 'neve', ChecksumCRC32: 'AAAAAA==' });
    await expect(client.send(wrong)).rejects.toMatchObject({ name: 'BadDigest' });
    client.destroy();
  });
});
