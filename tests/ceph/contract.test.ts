import { Readable } from 'node:stream';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { openS3Bucket } from '#server/storage/bucket/s3.ts';
import { bucketStore } from '../support/buckets.ts';
import { fileStoreContract } from '../support/files-contract.ts';

/** A real gateway, started by scripts/ceph.mjs. */
const settings = {
  endpoint: process.env.CEPH_ENDPOINT ?? '',
  region: 'us-east-1',
  bucket: 'libro',
  prefix: 'sito/',
  accessKeyId: 'CEPH-KEY',
  secretAccessKey: 'CEPH-SECRET',
};

beforeAll(async () => {
  const client = new S3Client({ ...settings, forcePathStyle: true, credentials: settings });
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  client.destroy();
}, 60_000);

fileStoreContract('files in a bucket of Ceph', (folder) => bucketStore(openS3Bucket(settings), folder));

describe('a bucket of Ceph', () => {
  const bucket = openS3Bucket(settings);

  test('gives parts, and refuses keys that are wrong', async () => {
    await bucket.put('parti', Buffer.from('0123456789'));
    expect((await bucket.get('parti', 'bytes=2-4'))?.contentRange).toBe('bytes 2-4/10');
    await expect(bucket.get('parti', 'bytes=10-')).rejects.toMatchObject({ failure: 'no-range' });
    const wrong = openS3Bucket({ ...settings, secretAccessKey: 'altra' });
    await expect(wrong.head('parti')).rejects.toMatchObject({ failure: 'refused' });
    wrong.close();
  });

  test('lists what comes after a key, and its clock goes on from one put to the next', async () => {
    for (const key of ['run/1', 'run/2', 'run/3']) await bucket.put(key, Buffer.from(key));
    const listed = await Readable.from(bucket.list('run/', 'run/1')).toArray();
    expect(listed.map(({ key }: { key: string }) => key)).toEqual(['run/2', 'run/3']);
    const times = await Promise.all(
      ['run/1', 'run/3'].map(async (key) => (await bucket.head(key))?.modifiedAt),
    );
    expect(Number(times[1])).toBeGreaterThanOrEqual(Number(times[0]));
  });
});
