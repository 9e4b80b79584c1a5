import { Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { Busboy } from '@fastify/busboy';
import type { H3Event } from 'h3';
import { AppError } from '#shared/errors.ts';

export type BodyBudget = ReturnType<typeof createBodyBudget>;

/** What a reader sends is smaller: only larger bodies count, and only they are refused when somebody floods the site with them. */
const ordinaryBodyBytes = 4 * 1024;
const budgetBytes = 8 * 1024 * 1024;

/** Memory that bodies of strangers may take together while they arrive. */
export function createBodyBudget() {
  let reserved = 0;
  return {
    /** Reserves room for a body; the result gives it back. @throws AppError UNAVAILABLE when there is none */
    reserve(bytes: number): () => void {
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
  const declared = event.req.headers.get('content-length');
  const length = declared !== null && /^\d+$/.test(declared) ? Number(declared) : limit;
  if (length > limit) throw new AppError('TOO_LARGE');
  const giveBack = budget?.reserve(length);
  try {
    return parseObject(event, await readInTime(event, limit));
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

async function readInTime(event: H3Event, limit: number): Promise<string> {
  const body = bodyOf(event);
  if (!body) return '';
  const milliseconds = Math.max(leastBodyMs, limit / slowestBytesPerMs);
  // What is left of the body would come through the same connection: it is closed with it.
  const timer = setTimeout(() => body.destroy(), milliseconds);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // A request that is too large stays open: destroyed, it would take its connection with it, and the refusal.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw new AppError('TOO_LARGE');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('INVALID', 'Il corpo non è arrivato intero.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** What arrives with a request: from Node itself where it is in front, for the stream made of it costs more than a small call. */
function bodyOf({ runtime, req }: H3Event): Readable | undefined {
  return runtime?.node?.req ?? (req.body ? Readable.fromWeb(req.body as NodeWebStream) : undefined);
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
  const body = /^multipart\/form-data\b.*\bboundary=/i.test(contentType) ? bodyOf(event) : undefined;
  if (!body) throw new AppError('WRONG_TYPE', notMultipart);
  const parser = parserOf(contentType);
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
    if (event.runtime?.node) body.unpipe(parser);
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
