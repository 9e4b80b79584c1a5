import { afterAll, beforeAll } from 'vitest';
import { fileStoreContract } from '#tests/support/files-contract.ts';
import { bucketAt, bucketStore } from '#tests/support/buckets.ts';
import { type S3Double, startS3Double } from '#tests/support/s3-double.ts';
import { openLocalFiles } from './local.ts';

let double: S3Double;
beforeAll(async () => {
  double = await startS3Double();
});
afterAll(() => double.close());

fileStoreContract('files in a folder', (folder) => openLocalFiles(folder));
fileStoreContract('files in a bucket', (folder) => bucketStore(bucketAt(double), folder));
