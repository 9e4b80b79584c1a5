import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { openS3Bucket } from '#server/storage/bucket/s3.ts';
import { openBucketFiles } from '#server/storage/files/s3.ts';
import { findConditionForm } from '#server/storage/mirror/lease/conditional-puts.ts';
import { Lease } from '#server/storage/mirror/lease/lease.ts';
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

fileStoreContract('files in a bucket of Ceph', async (folder) =>
  openBucketFiles(openS3Bucket(settings), join(folder, 'incoming')),
);

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

  test('knows conditional puts: of many that want the lease at once, one has it', async () => {
    const form = await findConditionForm(bucket);
    if (!form) throw new Error('no conditional puts');
    const leases = Array.from({ length: 8 }, () => {
      return new Lease({ bucket, durationMs: 60_000, fenced: true, form });
    });
    const acquire = () => Promise.all(leases.map((lease) => lease.acquire().catch(() => false)));
    expect((await acquire()).filter(Boolean)).toHaveLength(1);
    const holder = leases.find(({ valid }) => valid);
    await holder?.renew();
    expect(leases.filter(({ valid }) => valid)).toEqual([holder]);
    await holder?.release();
    expect((await acquire()).filter(Boolean)).toHaveLength(1);
  });
});
