import {
  type $Command,
  S3Client,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import { withDeadline } from '#shared/with-deadline.ts';
import { bucketError, isTransient } from './failures.ts';
import { retry } from './retry.ts';
import type { BucketSettings } from './types.ts';

const agents = { httpAgent: { maxSockets: 16 }, httpsAgent: { maxSockets: 16 } };

export interface S3Options {
  /** How often a request is tried before it counts as failed. */
  attempts?: number;
  /** How long an answer may take to begin, and a body to go on. */
  timeoutMs?: number;
}

type S3Command<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = $Command<
  Input,
  Output,
  S3ClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes
>;

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
 * Requests through Amazon's SDK. Everything is sent with the SHA-256 of its bytes in the signature, so the receiver
 * refuses what was changed on the way; the newer checksum headers, which other servers do not know, are left out.
 */
export class S3Requests {
  readonly timeoutMs: number;
  readonly #attempts: number;
  readonly #bucket: string;
  readonly #client: S3Client;

  constructor(settings: BucketSettings, { attempts = 3, timeoutMs = 15_000 }: S3Options) {
    this.timeoutMs = timeoutMs;
    this.#attempts = attempts;
    this.#bucket = settings.bucket;
    // The SDK's warning is for programmers; an operator who restores a book must not wonder about it.
    // eslint-disable-next-line no-restricted-properties -- the SDK has no other way to be told
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
    this.#client = new S3Client({
      region: settings.region,
      ...addressing(settings),
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // Attempts are counted here.
      maxAttempts: 1,
      requestHandler: { connectionTimeout: Math.min(5_000, timeoutMs), ...agents },
    });
  }

  /**
   * One request, tried as often as the options say while its failures may pass.
   *
   * @param bytes of the request's body: the deadline grows with them. The answer's body is not part of the time.
   * @throws BucketError
   */
  send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: S3Command<Input, Output>,
    bytes = 0,
  ): Promise<Output> {
    return retry(this.#attempts, isTransient, () => this.sendOnce(command, bytes));
  }

  /** {@link send} without a second attempt. */
  async sendOnce<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: S3Command<Input, Output>,
    bytes = 0,
  ): Promise<Output> {
    const abort = new AbortController();
    const answer = this.#client.send(command, { abortSignal: abort.signal });
    // A large part on a slow line: 64 KB a second is the slowest that counts as alive.
    const deadlineMs = this.timeoutMs + bytes / 64;
    try {
      return await withDeadline(answer, deadlineMs, () => {
        abort.abort();
        throw new Error(`no answer for ${deadlineMs} ms`);
      });
    } catch (error) {
      throw bucketError(error, this.#bucket);
    }
  }

  close(): void {
    this.#client.destroy();
  }
}
