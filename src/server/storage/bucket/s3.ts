import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { bucketError, passes } from './failures.ts';
import { guarded, inParts, sha256Of } from './streams.ts';
import { persist } from './retry.ts';
import { type Bucket, BucketError, type BucketSettings, type ObjectHead } from './types.ts';

/** Bytes of a part, and the most that is sent in one request: what one transfer holds in memory. */
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;
const agents = { httpAgent: { maxSockets: 16 }, httpsAgent: { maxSockets: 16 } };

export interface S3Options {
  /** How often a request is tried before it counts as failed. */
  attempts?: number;
  /** How long an answer may take to begin, and a body to go on. */
  patienceMs?: number;
}

interface Answer {
  ContentLength?: number;
  LastModified?: Date;
  ETag?: string;
  Metadata?: Record<string, string>;
}

/**
 * The bucket through Amazon's SDK. Everything is sent with the SHA-256 of its bytes in the signature, so the receiver
 * refuses what was changed on the way; the newer checksum headers, which other servers do not know, are left out.
 */
export function openS3Bucket(settings: BucketSettings, options: S3Options = {}): Bucket {
  const { attempts = 3, patienceMs = 15_000 } = options;
  const { bucket: Bucket, prefix } = settings;
  // For whoever writes this program; an operator who restores a book must not wonder about it.
  // eslint-disable-next-line no-restricted-properties -- the SDK has no other way to be told
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const client = new S3Client({
    region: settings.region,
    endpoint: settings.endpoint,
    forcePathStyle: settings.endpoint !== undefined,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Attempts are counted here, by a rule of ours.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: Math.min(5_000, patienceMs), ...agents },
  });

  /** One request, with its time and its errors in our words. The answer's body is not part of the time. */
  async function once<T>(send: (abortSignal: AbortSignal) => Promise<T>, bytes = 0): Promise<T> {
    const abort = new AbortController();
    // A large part on a slow line: 64 KB a second is the slowest that counts as alive.
    const timer = setTimeout(() => abort.abort(), patienceMs + bytes / 64).unref();
    try {
      return await send(abort.signal);
    } catch (error) {
      throw bucketError(error, Bucket);
    } finally {
      clearTimeout(timer);
    }
  }

  const tried = <T>(send: (abortSignal: AbortSignal) => Promise<T>, bytes?: number): Promise<T> =>
    persist(attempts, passes, () => once(send, bytes));

  async function put(
    Key: string,
    content: Uint8Array,
    { metadata = {}, only }: Parameters<Bucket['put']>[2] = {},
  ): Promise<{ etag: string }> {
    const command = new PutObjectCommand({
      Bucket,
      Key: prefix + Key,
      Body: content,
      Metadata: { ...metadata, sha256: sha256Of(content) },
      IfNoneMatch: only === 'absent' ? '*' : undefined,
      IfMatch: typeof only === 'object' ? only.etag : undefined,
    });
    const send = (abortSignal: AbortSignal) => client.send(command, { abortSignal });
    const { ETag = '' } = await (only ? once(send, content.length) : tried(send, content.length));
    return { etag: ETag };
  }

  async function putParts(Key: string, body: Readable, bytes: number, Metadata: Record<string, string>) {
    const { UploadId } = await tried((abortSignal) =>
      client.send(new CreateMultipartUploadCommand({ Bucket, Key, Metadata }), { abortSignal }),
    );
    try {
      const Parts = await inParts(body, partBytes, partsAtOnce, async (Body, index) => {
        const PartNumber = index + 1;
        const part = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body });
        const { ETag } = await tried((abortSignal) => client.send(part, { abortSignal }), Body.length);
        return { ETag, PartNumber, length: Body.length };
      });
      if (Parts.reduce((sum, { length }) => sum + length, 0) !== bytes) throw changed();
      const MultipartUpload = { Parts: Parts.map(({ ETag, PartNumber }) => ({ ETag, PartNumber })) };
      const complete = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload });
      await tried((abortSignal) => client.send(complete, { abortSignal }));
    } catch (error) {
      const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await once((abortSignal) => client.send(abort, { abortSignal })).catch(() => undefined);
      throw error;
    }
  }

  async function head(key: string): Promise<ObjectHead | undefined> {
    const command = new HeadObjectCommand({ Bucket, Key: prefix + key });
    return orUndefined(async () =>
      headOf(await tried((abortSignal) => client.send(command, { abortSignal }))),
    );
  }

  return {
    name: prefix ? `${Bucket}/${prefix.slice(0, -1)}` : Bucket,
    head,
    put,

    async get(key, range) {
      return orUndefined(async () => {
        const command = new GetObjectCommand({ Bucket, Key: prefix + key, Range: range });
        const answer = await tried((abortSignal) => client.send(command, { abortSignal }));
        const body = guarded(answer.Body as Readable, answer.ContentLength ?? 0, patienceMs, Bucket);
        return { ...headOf(answer), body, contentRange: answer.ContentRange };
      });
    },

    async putSource(key, source, metadata = {}) {
      if (source.bytes <= partBytes) {
        const content = Buffer.concat(await source.open().toArray());
        if (content.length !== source.bytes || sha256Of(content) !== source.sha256) throw changed();
        await put(key, content, { metadata });
        return;
      }
      const kept = { ...metadata, sha256: source.sha256 };
      await putParts(prefix + key, source.open(), source.bytes, kept);
      const found = await head(key);
      if (found?.bytes === source.bytes && found.sha256 === source.sha256) return;
      throw new BucketError('damaged', 'Un file grande non è arrivato intero nel bucket.');
    },

    async *list(start) {
      let token: string | undefined;
      do {
        const query = { Bucket, Prefix: prefix + start, ContinuationToken: token };
        const command = new ListObjectsV2Command(query);
        const page = await tried((abortSignal) => client.send(command, { abortSignal }));
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          yield { key: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified };
        }
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
    },

    async remove(key) {
      const command = new DeleteObjectCommand({ Bucket, Key: prefix + key });
      await orUndefined(() => tried((abortSignal) => client.send(command, { abortSignal })));
    },

    close: () => client.destroy(),
  };
}

function headOf({
  ContentLength = 0,
  LastModified = new Date(0),
  ETag = '',
  Metadata = {},
}: Answer): ObjectHead {
  return {
    bytes: ContentLength,
    modifiedAt: LastModified,
    etag: ETag,
    sha256: Metadata.sha256 ?? '',
    metadata: Metadata,
  };
}

/** An object that is not there is an answer, not an error. */
async function orUndefined<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof BucketError && error.failure === 'missing') return undefined;
    throw error;
  }
}

function changed(): BucketError {
  return new BucketError('damaged', 'Un file è cambiato mentre veniva copiato nel bucket.');
}
