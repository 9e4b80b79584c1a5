import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { bucketError, undefinedIf } from './failures.ts';
import { runConcurrently } from './run-concurrently.ts';
import { guardBody, partsOf, sha256Of } from './streams.ts';
import { type Bucket, BucketError, type BucketSettings, type ObjectHead, type Source } from './types.ts';

export interface S3Options {
  /** How often a request is tried before it counts as failed. */
  attempts?: number;
  /** How long an answer may take to begin, and a body to go on. */
  timeoutMs?: number;
}

/** Bytes of a part, and the most that is sent in one request: what one transfer holds in memory. */
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;
/** Bytes a millisecond: a slower line does not count as alive. */
const slowestPace = 64;
const agent = { maxSockets: 16 };

/**
 * Where requests go. An endpoint that begins with the bucket's name, as some providers' (Alibaba, Tencent) must, has it in every host;
 * any other has it in the path. `libro.example.org`, where nothing is left but a domain, is a server's own name.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
 */
export function addressing({ endpoint, bucket }: Pick<BucketSettings, 'endpoint' | 'bucket'>) {
  if (endpoint === undefined) return {};
  const { protocol, host, pathname } = new URL(endpoint);
  const provider = host.startsWith(`${bucket}.`) ? host.slice(bucket.length + 1) : '';
  return provider.split('.').length > 2
    ? { endpoint: `${protocol}//${provider}${pathname}` }
    : { endpoint, forcePathStyle: true };
}

/**
 * An S3-compatible bucket through Amazon's SDK, which repeats what may succeed at another attempt. Everything is sent with the SHA-256 of its
 * bytes in the signature, so the receiver refuses what was changed on the way; the newer checksum headers, which other servers do not know,
 * are left out.
 */
export function openS3Bucket(
  settings: BucketSettings,
  { attempts = 3, timeoutMs = 15_000 }: S3Options = {},
): Bucket {
  const { bucket, prefix, region, accessKeyId, secretAccessKey } = settings;
  // The SDK's warning is for programmers; an operator who restores a book must not wonder about it.
  // eslint-disable-next-line no-restricted-properties -- the SDK has no other way to be told
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const client = new S3Client({
    region,
    ...addressing(settings),
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Where a server knows nothing of it, the body would be sent when its time is over.
    expectContinueHeader: false,
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: Math.min(5_000, timeoutMs),
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      // Of a body, only the sender's silence counts: see `guardBody`.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  const target = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  /** The time to send so many bytes and to get the beginning of the answer. */
  const timeFor = (bytes: number) => ({ requestTimeout: timeoutMs + bytes / slowestPace });

  /** @throws BucketError */
  const answer = <T>(request: Promise<T>): Promise<T> =>
    request.catch((error: unknown) => {
      throw bucketError(error, bucket);
    });
  const answerIfThere = <T>(request: Promise<T>) => undefinedIf('missing', answer(request));

  async function put(key: string, content: Uint8Array, metadata?: Record<string, string>): Promise<void> {
    const Metadata = { ...metadata, sha256: sha256Of(content) };
    const command = new PutObjectCommand({ ...target(key), Body: content, Metadata });
    await answer(client.send(command, timeFor(content.length)));
  }

  async function head(key: string): Promise<ObjectHead | undefined> {
    const found = await answerIfThere(client.send(new HeadObjectCommand(target(key))));
    return found && headOf(found);
  }

  /** Puts content of any size in parts. A failed upload is aborted, and leaves nothing. */
  async function putInParts(key: string, source: Source, Metadata: Record<string, string>): Promise<void> {
    const created = await answer(client.send(new CreateMultipartUploadCommand({ ...target(key), Metadata })));
    const upload = { ...target(key), UploadId: created.UploadId };
    try {
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      let bytes = 0;
      await runConcurrently(partsOf(source.open(), partBytes), partsAtOnce, async ({ index, content }) => {
        const part = new UploadPartCommand({ ...upload, PartNumber: index + 1, Body: content });
        const { ETag } = await answer(client.send(part, timeFor(content.length)));
        Parts[index] = { ETag, PartNumber: index + 1 };
        bytes += content.length;
      });
      if (bytes !== source.bytes) throw changedError();
      const whole = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
      // Where the first answer was lost, the second attempt finds no such upload: what is there is looked at below.
      await answerIfThere(client.send(whole));
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
      throw error;
    }
    const stored = await head(key);
    if (stored?.bytes === source.bytes && stored.sha256 === source.sha256) return;
    throw new BucketError('damaged', 'Un file grande non è arrivato intero nel bucket.');
  }

  return {
    name: prefix ? `${bucket}/${prefix.slice(0, -1)}` : bucket,
    head,
    put,

    async get(key, range) {
      const found = await answerIfThere(client.send(new GetObjectCommand({ ...target(key), Range: range })));
      if (!found) return undefined;
      const { bytes, ...rest } = headOf(found);
      const expected = { bytes, sha256: range === undefined ? rest.sha256 : '' };
      const body = guardBody(found.Body as Readable, expected, timeoutMs, { bucket, key });
      return { bytes, ...rest, body, contentRange: found.ContentRange };
    },

    async putSource(key, source, metadata = {}) {
      if (source.bytes > partBytes) {
        return putInParts(key, source, { ...metadata, sha256: source.sha256 });
      }
      const content = Buffer.concat(await source.open().toArray());
      if (content.length !== source.bytes || sha256Of(content) !== source.sha256) throw changedError();
      await put(key, content, metadata);
    },

    async *list(start, after) {
      let ContinuationToken: string | undefined;
      const query = { Bucket: bucket, Prefix: prefix + start, StartAfter: after && prefix + after };
      do {
        const page = await answer(client.send(new ListObjectsV2Command({ ...query, ContinuationToken })));
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          yield { key: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified };
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },

    async remove(key) {
      await answerIfThere(client.send(new DeleteObjectCommand(target(key))));
    },

    close: () => client.destroy(),
  };
}

type AnsweredHead = Pick<GetObjectCommandOutput, 'ContentLength' | 'LastModified' | 'ETag' | 'Metadata'>;

function headOf(answer: AnsweredHead): ObjectHead {
  const { ContentLength = 0, LastModified = new Date(0), ETag = '', Metadata = {} } = answer;
  const sha256 = Metadata.sha256 ?? '';
  return { bytes: ContentLength, modifiedAt: LastModified, etag: ETag, sha256, metadata: Metadata };
}

const changedError = () => new BucketError('damaged', 'Un file è cambiato mentre veniva copiato nel bucket.');
