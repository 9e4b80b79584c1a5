import type { Readable } from 'node:stream';

/** A file to send: over `/trpc` only its name travels, the bytes go through the REST address. */
export class Download {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: Readable;
  readonly bytes: number | undefined;

  constructor(fileName: string, contentType: string, stream: Readable, bytes?: number) {
    this.fileName = fileName;
    this.contentType = contentType;
    this.stream = stream;
    this.bytes = bytes;
  }

  toJSON(): { fileName: string; contentType: string; bytes: number | undefined } {
    this.stream.destroy();
    return { fileName: this.fileName, contentType: this.contentType, bytes: this.bytes };
  }
}
