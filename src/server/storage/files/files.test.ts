import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { fileStoreContract } from '#tests/support/files-contract.ts';
import { bucketAt } from '#tests/support/buckets.ts';
import { type S3Double, startS3Double } from '#tests/support/s3-double.ts';
import { openLocalFiles } from './local.ts';
import { openBucketFiles } from './s3.ts';

let double: S3Double;
beforeAll(async () => {
  double = await startS3Double();
});
afterAll(() => double.close());

fileStoreContract('files in a folder', (folder) => openLocalFiles(folder));
fileStoreContract('files in a bucket', async (folder) =>
  openBucketFiles(bucketAt(double), join(folder, 'incoming')),
);
