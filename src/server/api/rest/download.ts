import { Readable } from 'node:stream';

/** A file to send, as the backup procedures give it. */
interface Download {
  fileName: string;
  contentType: string;
  stream: Readable;
  bytes: number | undefined;
}

export function isDownload(value: unknown): value is Download {
  return typeof value === 'object' && value !== null && 'stream' in value && value.stream instanceof Readable;
}

export function downloadResponse({ fileName, contentType, stream, bytes }: Download): Response {
  return new Response(Readable.toWeb(stream) as ReadableStream, {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
      ...(bytes !== undefined && { 'Content-Length': String(bytes) }),
    },
  });
}
