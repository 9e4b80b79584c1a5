import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { undefinedIfMissing } from './failures.ts';
import type { S3Requests } from './s3-requests.ts';
import { sendInParts } from './streams.ts';
import { BucketError, type Source } from './types.ts';

/** Bytes of a part, and the most that is sent in one request: what one transfer holds in memory. */
export const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;

/**
 * Puts content of any size in parts. It is there whole or not at all: a failed upload is aborted. Which of the two is for the caller
 * to look at.
 *
 * @throws BucketError `damaged` when the source gave other bytes than it said
 */
export async function putInParts(
  requests: S3Requests,
  target: { Bucket: string; Key: string },
  source: Source,
  Metadata: Record<string, string>,
): Promise<void> {
  const { UploadId } = await requests.send(new CreateMultipartUploadCommand({ ...target, Metadata }));
  const upload = { ...target, UploadId };
  try {
    const parts = await sendInParts(source.open(), partBytes, partsAtOnce, async (Body, index) => {
      const PartNumber = index + 1;
      const { ETag } = await requests.send(
        new UploadPartCommand({ ...upload, PartNumber, Body }),
        Body.length,
      );
      return { ETag, PartNumber, length: Body.length };
    });
    if (parts.reduce((sum, { length }) => sum + length, 0) !== source.bytes) throw changedError();
    const MultipartUpload = { Parts: parts.map(({ ETag, PartNumber }) => ({ ETag, PartNumber })) };
    // Where the first answer was lost, the second attempt finds no such upload: the caller looks at what is in the bucket.
    await undefinedIfMissing(() =>
      requests.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload })),
    );
  } catch (error) {
    await requests.sendOnce(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

export function changedError(): BucketError {
  return new BucketError('damaged', 'Un file è cambiato mentre veniva copiato nel bucket.');
}
