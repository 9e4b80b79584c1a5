import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { undefinedIfMissing } from './failures.ts';
import { changedError, partBytes, putInParts } from './s3-multipart.ts';
import { type S3Options, S3Requests } from './s3-requests.ts';
import { guardBody, sha256Of } from './streams.ts';
import {
  type Bucket,
  BucketError,
  type BucketSettings,
  type ListedObject,
  type ObjectHead,
} from './types.ts';

/** An S3-compatible bucket. */
export function openS3Bucket(settings: BucketSettings, options: S3Options = {}): Bucket {
  const { bucket, prefix } = settings;
  const requests = new S3Requests(settings, options);
  const target = (key: string) => ({ Bucket: bucket, Key: prefix + key });

  async function put(key: string, content: Uint8Array, metadata?: Record<string, string>): Promise<void> {
    const command = new PutObjectCommand({
      ...target(key),
      Body: content,
      Metadata: { ...metadata, sha256: sha256Of(content) },
    });
    await requests.send(command, content.length);
  }

  const head = (key: string) =>
    undefinedIfMissing(async () => headOf(await requests.send(new HeadObjectCommand(target(key)))));

  return {
    name: prefix ? `${bucket}/${prefix.slice(0, -1)}` : bucket,
    head,
    put,

    get: (key, range) =>
      undefinedIfMissing(async () => {
        const answer = await requests.send(new GetObjectCommand({ ...target(key), Range: range }));
        const { Body, ContentLength = 0, ContentRange } = answer;
        const body = guardBody(Body as Readable, ContentLength, requests.timeoutMs, bucket);
        return { ...headOf(answer), body, contentRange: ContentRange };
      }),

    async putSource(key, source, metadata = {}) {
      if (source.bytes <= partBytes) {
        const content = Buffer.concat(await source.open().toArray());
        if (content.length !== source.bytes || sha256Of(content) !== source.sha256) throw changedError();
        await put(key, content, metadata);
        return;
      }
      await putInParts(requests, target(key), source, { ...metadata, sha256: source.sha256 });
      const stored = await head(key);
      if (stored?.bytes === source.bytes && stored.sha256 === source.sha256) return;
      throw new BucketError('damaged', 'Un file grande non è arrivato intero nel bucket.');
    },

    list: (start, after) => listObjects(requests, settings, start, after),

    async remove(key) {
      await undefinedIfMissing(() => requests.send(new DeleteObjectCommand(target(key))));
    },

    close: () => requests.close(),
  };
}

async function* listObjects(
  requests: S3Requests,
  { bucket, prefix }: BucketSettings,
  start: string,
  after?: string,
): AsyncIterable<ListedObject> {
  let token: string | undefined;
  do {
    const query = {
      Bucket: bucket,
      Prefix: prefix + start,
      StartAfter: after && prefix + after,
      ContinuationToken: token,
    };
    const page = await requests.send(new ListObjectsV2Command(query));
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      yield { key: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified };
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

interface AnsweredHead {
  ContentLength?: number;
  LastModified?: Date;
  ETag?: string;
  Metadata?: Record<string, string>;
}

function headOf(answer: AnsweredHead): ObjectHead {
  const { ContentLength = 0, LastModified = new Date(0), ETag = '', Metadata = {} } = answer;
  return {
    bytes: ContentLength,
    modifiedAt: LastModified,
    etag: ETag,
    sha256: Metadata.sha256 ?? '',
    metadata: Metadata,
  };
}

/** An object that is not there is an answer, not an error. */
