import { gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';

type Entry = Partial<Header> & { name: string; content?: Buffer | string };

/** A tar.gz with exactly these entries, also such as no honest program writes. */
export async function tarGz(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const { content = '', ...header } of entries) archive.entry(header, content);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(Buffer.from(chunk as Uint8Array));
  return gzipSync(Buffer.concat(chunks));
}
