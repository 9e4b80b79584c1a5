import { Readable } from 'node:stream';
import type { Download } from '../download.ts';

/** @throws what opening the file throws: nothing has been sent by then */
export async function downloadResponse(
  { fileName, contentType, open }: Download,
  isHead: boolean,
): Promise<Response> {
  const { stream, bytes } = await open();
  if (isHead) stream.destroy();
  return new Response(isHead ? null : (Readable.toWeb(stream) as ReadableStream), {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
      ...(bytes !== undefined && { 'Content-Length': String(bytes) }),
    },
  });
}
