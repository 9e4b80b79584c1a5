import { Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { Busboy } from '@fastify/busboy';
import { assertBodySize, HTTPError, type H3Event } from 'h3';
import { AppError } from '#shared/errors.ts';

/** Memory that bodies of strangers may take together while they arrive. */
export interface BodyBudget {
  /** Reserves room for a body; the result gives it back. @throws AppError UNAVAILABLE when there is none */
  reserve(bytes: number): () => void;
}

/** What a reader sends is smaller: only larger bodies count, and only they are refused when somebody floods the site with them. */
const ordinaryBodyBytes = 4 * 1024;
const budgetBytes = 8 * 1024 * 1024;

export function createBodyBudget(): BodyBudget {
  let reserved = 0;
  return {
    reserve(bytes) {
      if (bytes <= ordinaryBodyBytes) return () => undefined;
      if (reserved + bytes > budgetBytes) {
        throw new AppError('UNAVAILABLE', 'Arrivano troppi dati insieme: riprova fra qualche secondo.', {
          retryAfter: 5,
        });
      }
      reserved += bytes;
      return () => void (reserved -= bytes);
    },
  };
}

/**
 * The JSON object in a request's body; an empty body is an empty object.
 *
 * @param budget what the body counts against, for whoever is not signed in
 * @throws AppError TOO_LARGE past `limit` bytes, WRONG_TYPE, INVALID, UNAVAILABLE
 */
export async function readJsonObject(
  event: H3Event,
  limit: number,
  budget?: BodyBudget,
): Promise<Record<string, unknown>> {
  const declared = refuseLarge(event, limit);
  const giveBack = budget?.reserve(declared ?? limit);
  try {
    const arriving = readText(event, limit, declared);
    return parseObject(
      event,
      await withBodyDeadline(event, arriving, Math.max(leastBodyMs, limit / slowestBytesPerMs)),
    );
  } finally {
    giveBack?.();
  }
}

function parseObject(event: H3Event, text: string): Record<string, unknown> {
  if (text === '') return {};
  // A form of another site can send text/plain but not JSON: the type is part of the protection.
  const type = event.req.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new AppError('WRONG_TYPE', 'Il corpo deve essere application/json.');
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('INVALID', 'Il corpo deve essere un oggetto JSON.');
  }
  return { ...value };
}

/** Who sends a few kilobytes more slowly only wants to hold the connection; a section's may take as long as a slow line needs. */
const leastBodyMs = 30_000;
const slowestBytesPerMs = 8;

async function withBodyDeadline(
  event: H3Event,
  arriving: Promise<string>,
  milliseconds: number,
): Promise<string> {
  const request = event.runtime?.node?.req;
  // What is left of the body would come through the same connection: it is closed with it.
  const timer = request && !request.complete ? setTimeout(() => request.destroy(), milliseconds) : undefined;
  try {
    return await arriving;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (HTTPError.isError(cause) && cause.status === 413)
      throw new AppError('TOO_LARGE', undefined, { cause });
    throw new AppError('INVALID', 'Il corpo non è arrivato intero.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** @returns how many bytes the request declares that it brings */
function refuseLarge(event: H3Event, limit: number): number | undefined {
  const declared = event.req.headers.get('content-length');
  const length = declared !== null && /^\d+$/.test(declared) ? Number(declared) : undefined;
  if (length !== undefined && length > limit) throw new AppError('TOO_LARGE');
  return length;
}

/**
 * A length that the request declares is the length that Node's parser lets through, so nothing needs to count: the counting
 * stream of h3 costs more than a small call. Without a length, or without Node in front, it is counted.
 */
function readText(event: H3Event, limit: number, declared: number | undefined): Promise<string> {
  const request = event.runtime?.node?.req;
  if (request && declared === undefined) return readCounted(request, limit);
  if (!request) assertBodySize(event, limit);
  return event.req.text();
}

/** Leaves a request that is too large open: destroyed, it would take its connection with it, and the refusal. */
async function readCounted(request: Readable, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new AppError('TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('INVALID', 'Il corpo non è JSON valido.', { cause });
  }
}

const notMultipart = 'Il file va inviato come multipart/form-data.';

/** @throws AppError WRONG_TYPE, for a boundary that is too long to look for too */
function parserOf(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { files: 1, fields: 20, fileSize: Number.POSITIVE_INFINITY },
    });
  } catch (cause) {
    throw new AppError('WRONG_TYPE', notMultipart, { cause });
  }
}

/**
 * Hands the one file of a multipart body (field `file`) to `use` while it arrives.
 *
 * @throws AppError WRONG_TYPE, INVALID when there is no such file or the body is cut, and what `use` throws
 */
export async function withUploadedFile<T>(
  event: H3Event,
  use: (file: Readable, fileName: string | undefined) => Promise<T>,
): Promise<T> {
  const contentType = event.req.headers.get('content-type') ?? '';
  const request = event.runtime?.node?.req;
  if (!/^multipart\/form-data\b.*\bboundary=/i.test(contentType) || !(request ?? event.req.body)) {
    throw new AppError('WRONG_TYPE', notMultipart);
  }
  const parser = parserOf(contentType);
  const body: Readable = request ?? Readable.fromWeb(event.req.body as NodeWebStream);
  let result: Promise<T> | undefined;
  let current: Readable | undefined;
  let cut = false;
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('file', (field, file, fileName) => {
        if (field !== 'file' || result) return void file.resume();
        current = file;
        // The parser ends the file with an error when the body stops half-way.
        file.on('error', ({ message }: Error) => (cut ||= message.includes('terminated early')));
        // A name is what the sender says: shown, never used as one.
        result = use(file, fileName ? fileName.slice(-200) : undefined);
        result.catch(reject);
      });
      parser.on('finish', resolve);
      parser.on('error', reject);
      body.on('error', reject);
      body.pipe(parser);
    });
  } catch (error) {
    current?.destroy(new AppError('INVALID', 'Il file non è arrivato intero.'));
    // Through a request that is destroyed no refusal goes out; what is left of it is read and forgotten where it is answered.
    if (request) body.unpipe(parser);
    else body.destroy();
    const refused = await result?.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (refused !== undefined && !cut) throw refused;
    throw new AppError('INVALID', 'Il file non è arrivato intero.', { cause: error });
  }
  if (!result) throw new AppError('INVALID', 'Manca il file (campo «file»).');
  return result;
}
