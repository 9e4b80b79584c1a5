import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { decodeBody, digest, encode, S3Refusal, type Keys, verifySignature } from './s3-signature.ts';

/** An object as kept: its bytes and the headers that come back with it. */
export interface DoubleObject {
  bytes: Buffer;
  etag: string;
  modified: Date;
  headers: Record<string, string>;
}

/**
 * What goes wrong with a request: an HTTP status, or a refusal by name; the connection reset before or (`reset-after`) after the request took
 * effect; no answer ever; an answer cut in the middle.
 */
export type Fault = number | S3Refusal | 'reset' | 'reset-after' | 'hang' | 'truncate';

export interface DoubleRequest {
  method: string;
  key: string;
  query: URLSearchParams;
  /** Whether the bucket is named by the host (virtual-hosted style), and not in the path. */
  isInHost: boolean;
}

export interface S3Double {
  url: string;
  keys: Keys;
  bucket: string;
  /** What is in the bucket, by key. */
  objects: Map<string, DoubleObject>;
  /** Multipart uploads begun and neither completed nor aborted. */
  uploads: Map<string, MultipartUpload>;
  /** Every request that came, in order, those that failed too. */
  requests: DoubleRequest[];
  /** Asked for every request; `undefined` lets it pass. */
  fault: ((request: DoubleRequest) => Fault | undefined) | undefined;
  close(): Promise<void>;
}

interface MultipartUpload {
  key: string;
  headers: Record<string, string>;
  parts: Map<number, Buffer>;
}

const smallestPartBytes = 5 * 1024 * 1024;
const pageSize = 1000;

const escape = (text: string) => text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`);
const quoted = (etag: string) => `"${etag}"`;
const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

/**
 * An S3-speaking server of ours with one bucket, in memory: it verifies signatures and checksums, knows multipart, ranges and
 * pages of lists, and fails on demand.
 *
 * @param pages names a page of a list holds at most
 */
export async function startS3Double({ port = 0, pages = pageSize } = {}): Promise<S3Double> {
  const objects = new Map<string, DoubleObject>();
  const uploads = new Map<string, MultipartUpload>();
  let uploadCount = 0;

  const store = (
    key: string,
    bytes: Buffer,
    headers: Record<string, string>,
    etag = digest('md5', bytes),
  ) => {
    objects.set(key, { bytes, etag, headers, modified: new Date() });
    return etag;
  };

  const server = createServer((request, response) => {
    // By the clock of the test: a client corrects its own by this.
    response.setHeader('date', new Date().toUTCString());
    const url = new URL(request.url ?? '/', 'http://double');
    const isInHost = request.headers.host?.startsWith(`${double.bucket}.`) ?? false;
    const [, bucket, ...rest] = `${isInHost ? `/${double.bucket}` : ''}${url.pathname}`.split('/');
    const asked = {
      method: request.method ?? '',
      key: rest.map(decodeURIComponent).join('/'),
      query: url.searchParams,
      isInHost,
    };
    double.requests.push(asked);
    const fault = double.fault?.(asked);
    const answered = async () => {
      if (fault === 'hang') return;
      if (fault === 'reset') return void request.socket.destroy();
      if (fault instanceof S3Refusal) throw fault;
      if (typeof fault === 'number') throw new S3Refusal(fault, fault === 503 ? 'SlowDown' : 'InternalError');
      verifySignature(request, double.keys);
      if (bucket !== double.bucket) throw new S3Refusal(404, 'NoSuchBucket');
      const body = decodeBody(request, await buffer(request));
      await answer(asked, request, response, body, fault);
    };
    answered().catch((error: unknown) => {
      request.resume();
      const refusal = error instanceof S3Refusal ? error : new S3Refusal(400, 'IncompleteBody');
      if (response.headersSent || request.socket.destroyed) return void response.destroy();
      xml(response, `<Error><Code>${refusal.code}</Code><Message/></Error>`, refusal.status, asked.method);
    });
  });

  async function answer(
    { method, key, query }: DoubleRequest,
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    fault: Fault | undefined,
  ): Promise<void> {
    const send = (text: string) =>
      fault === 'reset-after' ? void request.socket.destroy() : xml(response, text);
    const empty = (status: number, headers: Record<string, string> = {}) => {
      if (fault === 'reset-after') return void request.socket.destroy();
      response.writeHead(status, { 'content-length': '0', ...headers }).end();
    };
    const uploadId = query.get('uploadId');
    if (method === 'GET' && key === '') return send(list(query));
    if (method === 'POST' && query.has('uploads')) {
      const id = `upload-${++uploadCount}`;
      uploads.set(id, { key, headers: keptHeaders(request), parts: new Map() });
      return send(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (uploadId !== null) {
      const upload = uploads.get(uploadId);
      if (!upload) throw new S3Refusal(404, 'NoSuchUpload');
      if (method === 'DELETE') return void (uploads.delete(uploadId), empty(204));
      if (method === 'PUT') {
        upload.parts.set(Number(query.get('partNumber')), body);
        return empty(200, { etag: quoted(digest('md5', body)) });
      }
      const etag = complete(upload, body.toString());
      uploads.delete(uploadId);
      return send(
        `<CompleteMultipartUploadResult><ETag>${escape(quoted(etag))}</ETag></CompleteMultipartUploadResult>`,
      );
    }
    if (method === 'PUT') {
      return empty(200, { etag: quoted(store(key, body, keptHeaders(request))) });
    }
    if (method === 'DELETE') return void (objects.delete(key), empty(204));
    if (method === 'GET' || method === 'HEAD') return sendObject(key, request, response, fault);
    throw new S3Refusal(405, 'MethodNotAllowed');
  }

  function complete(upload: MultipartUpload, body: string): string {
    const wanted = [...body.matchAll(/<PartNumber>(\d+)</g)].map((match) => Number(match[1]));
    const parts = wanted.map((number) => {
      const part = upload.parts.get(number);
      if (!part) throw new S3Refusal(400, 'InvalidPart');
      return part;
    });
    if (parts.slice(0, -1).some((part) => part.length < smallestPartBytes)) {
      throw new S3Refusal(400, 'EntityTooSmall');
    }
    const digests = Buffer.concat(parts.map((part) => Buffer.from(digest('md5', part), 'hex')));
    return store(
      upload.key,
      Buffer.concat(parts),
      upload.headers,
      `${digest('md5', digests)}-${parts.length}`,
    );
  }

  function list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const names = [...objects.keys()].filter((key) => key.startsWith(prefix) && byBytes(key, after) > 0);
    const page = names.sort(byBytes).slice(0, Math.min(pages, Number(query.get('max-keys') ?? pages)));
    const isTruncated = page.length < names.length;
    const name = (key: string) =>
      query.get('encoding-type') === 'url' ? encode(key).replaceAll('%2F', '/') : escape(key);
    const contents = page.map((key) => {
      const { modified, etag, bytes } = objects.get(key) as DoubleObject;
      return `<Contents><Key>${name(key)}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>${escape(quoted(etag))}</ETag><Size>${bytes.length}</Size></Contents>`;
    });
    const token = isTruncated
      ? `<NextContinuationToken>${escape(page.at(-1) ?? '')}</NextContinuationToken>`
      : '';
    return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`;
  }

  function sendObject(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    fault: Fault | undefined,
  ): void {
    const object = objects.get(key);
    if (!object) throw new S3Refusal(404, 'NoSuchKey');
    const total = object.bytes.length;
    const headers: Record<string, string> = {
      ...object.headers,
      etag: quoted(object.etag),
      'last-modified': object.modified.toUTCString(),
      'accept-ranges': 'bytes',
    };
    let { bytes } = object;
    let status = 200;
    const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
    if (range) {
      const [, first = '', last = ''] = range;
      const start = first === '' ? Math.max(0, total - Number(last)) : Number(first);
      const end = first === '' || last === '' ? total - 1 : Math.min(Number(last), total - 1);
      if (start >= total || end < start) throw new S3Refusal(416, 'InvalidRange');
      headers['content-range'] = `bytes ${start}-${end}/${total}`;
      bytes = bytes.subarray(start, end + 1);
      status = 206;
    }
    response.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
    if (fault === 'truncate') {
      response.write(bytes.subarray(0, bytes.length >> 1), () => request.socket.destroy());
    } else response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  const double: S3Double = {
    url: '',
    keys: { accessKeyId: 'DOUBLE-KEY', secretAccessKey: 'double/secret+key' },
    bucket: 'libro',
    objects,
    uploads,
    requests: [],
    fault: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return double;
}

/** The settings with which the site finds the double. */
export function doubleEnv({ url, bucket, keys }: S3Double): Record<string, string> {
  return {
    S3_ENDPOINT: url,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
}

function keptHeaders(request: IncomingMessage): Record<string, string> {
  const entries = Object.entries(request.headers).filter(
    ([name]) => name.startsWith('x-amz-meta-') || name === 'content-type',
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function xml(response: ServerResponse, content: string, status = 200, method = 'GET'): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>${content}`;
  response.writeHead(status, {
    'content-type': 'application/xml',
    'content-length': String(method === 'HEAD' ? 0 : Buffer.byteLength(text)),
  });
  response.end(method === 'HEAD' ? undefined : text);
}
