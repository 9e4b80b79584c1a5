import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';

/** What S3 answers to a request it refuses. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

export const digest = (algorithm: 'md5' | 'sha256', bytes: Uint8Array | string) =>
  createHash(algorithm).update(bytes).digest('hex');

/** Percent-encoding as SigV4 wants it: all but the unreserved characters of RFC 3986. */
export const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const header = (request: IncomingMessage, name: string) => String(request.headers[name] ?? '');
const allowedSkewMs = 15 * 60_000;

/**
 * Checks a request's SigV4 signature as a server must: from its own secret and what really arrived.
 *
 * @throws S3Refusal with the code that S3 gives
 */
export function verifySignature(request: IncomingMessage, { accessKeyId, secretAccessKey }: Keys): void {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header(request, 'authorization'),
    );
  if (!match) throw new S3Refusal(403, 'AccessDenied');
  const [, keyId = '', day = '', region = '', signedHeaders = '', signature] = match;
  if (keyId !== accessKeyId) throw new S3Refusal(403, 'InvalidAccessKeyId');
  const time = header(request, 'x-amz-date');
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6.000Z'));
  if (!(Math.abs(Date.now() - at) < allowedSkewMs)) throw new S3Refusal(403, 'RequestTimeTooSkewed');

  const [path = '', query = ''] = (request.url ?? '').split('?');
  const decoded = (text: string) => encode(decodeURIComponent(text.replaceAll('+', ' ')));
  const canonicalQuery = query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return `${decoded(name)}=${decoded(value)}`;
    })
    .sort()
    .join('&');
  const canonical = [
    request.method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery,
    ...signedHeaders.split(';').map((name) => `${name}:${header(request, name).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    header(request, 'x-amz-content-sha256'),
  ].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), 's3'), 'aws4_request');
  const scope = `${day}/${region}/s3/aws4_request`;
  const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, digest('sha256', canonical)].join('\n'));
  if (expected.toString('hex') !== signature) throw new S3Refusal(403, 'SignatureDoesNotMatch');
}

/**
 * The content of a request's body: aws-chunked taken apart, and every checksum that came with it compared.
 *
 * @throws S3Refusal when a checksum does not match or chunks are cut
 */
export function decodeBody(request: IncomingMessage, raw: Buffer): Buffer {
  const payload = header(request, 'x-amz-content-sha256');
  const trailers = new Map<string, string>();
  let content = raw;
  if (header(request, 'content-encoding').includes('aws-chunked') || payload.startsWith('STREAMING-')) {
    content = dechunk(raw, trailers);
    if (content.length !== Number(header(request, 'x-amz-decoded-content-length') || content.length)) {
      throw new S3Refusal(400, 'IncompleteBody');
    }
  } else if (/^[0-9a-f]{64}$/.test(payload) && digest('sha256', content) !== payload) {
    throw new S3Refusal(400, 'XAmzContentSHA256Mismatch');
  }
  const checksum = header(request, 'x-amz-checksum-crc32') || trailers.get('x-amz-checksum-crc32');
  const own = Buffer.alloc(4);
  own.writeUInt32BE(crc32(content));
  if (checksum && checksum !== own.toString('base64')) throw new S3Refusal(400, 'BadDigest');
  const md5 = header(request, 'content-md5');
  if (md5 && md5 !== Buffer.from(digest('md5', content), 'hex').toString('base64')) {
    throw new S3Refusal(400, 'BadDigest');
  }
  return content;
}

function dechunk(raw: Buffer, trailers: Map<string, string>): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = raw.indexOf('\r\n', at);
    const length = Number.parseInt(raw.toString('latin1', at, end), 16);
    if (end < 0 || Number.isNaN(length)) throw new S3Refusal(400, 'IncompleteBody');
    if (length === 0) {
      for (const line of raw.toString('latin1', end + 2).split('\r\n')) {
        const colon = line.indexOf(':');
        if (colon > 0) trailers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
      }
      return Buffer.concat(chunks);
    }
    chunks.push(raw.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}
