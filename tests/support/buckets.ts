import { openS3Bucket } from '#server/storage/bucket/s3.ts';
import type { S3Options } from '#server/storage/bucket/s3-requests.ts';
import type { Bucket } from '#server/storage/bucket/types.ts';
import type { S3Double } from './s3-double.ts';

/** The double's bucket, as the site opens it. */
export function bucketAt(double: S3Double, prefix = '', options: S3Options = {}): Bucket {
  const { url: endpoint, bucket, keys } = double;
  return openS3Bucket(
    { endpoint, region: 'us-east-1', bucket, prefix, ...keys },
    { patienceMs: 3_000, ...options },
  );
}
