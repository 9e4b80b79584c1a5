import { Readable } from 'node:stream';

/**
 * A file that a procedure gives. Nothing is open until somebody sends it: over `/trpc`, where only JSON travels, its name and
 * type are told and the bytes stay at the REST address.
 */
export class Download {
  readonly fileName: string;
  readonly contentType: string;
  /** Whoever opens it must read the stream to its end or destroy it. `bytes` when the length is known. */
  readonly open: () => Promise<OpenDownload> | OpenDownload;

  constructor(fileName: string, contentType: string, open: Download['open']) {
    this.fileName = fileName;
    this.contentType = contentType;
    this.open = open;
  }
}

interface OpenDownload {
  stream: Readable;
  bytes?: number;
}

/** The file as the answer of its REST address. @throws what opening the file throws: nothing has been sent by then */
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
