import { afterAll, beforeEach } from 'vitest';
import { openS3Bucket } from '#server/storage/bucket/s3.ts';
import type { S3Options } from '#server/storage/bucket/s3-requests.ts';
import type { Bucket } from '#server/storage/bucket/types.ts';
import { startS3Double, type S3Double } from './s3-double.ts';

/** The double's bucket, as the site opens it. */
export function bucketAt(double: S3Double, prefix = '', options: S3Options = {}): Bucket {
  const { url: endpoint, bucket, keys } = double;
  return openS3Bucket(
    { endpoint, region: 'us-east-1', bucket, prefix, ...keys },
    { timeoutMs: 3_000, ...options },
  );
}

/** The double of one test file, for its top: empty and without faults before each test, gone after the last. */
export async function openFileDouble(): Promise<S3Double> {
  const double = await startS3Double();
  afterAll(() => double.close());
  beforeEach(() => {
    double.objects.clear();
    double.requests.length = 0;
    double.fault = undefined;
  });
  return double;
}
