import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { Download } from '../../files/download.ts';
import type { FileStore } from '../../files/types.ts';
import type { Store } from '../../store/types.ts';

/** `2004-01-31`, for file names. */
const today = () => new Date().toISOString().slice(0, 10);

/** Exactly the database file, with everything folded into it. */
export async function databaseBackup(store: Store): Promise<Download> {
  return new Promise((resolve, reject) => {
    // The snapshot is held until the last byte is read or the download is given up.
    const held = store.snapshot(async (path) => {
      const { size } = await stat(path);
      const stream = createReadStream(path);
      const finished = new Promise<void>((done) => stream.once('close', () => done()));
      resolve(new Download(`database-${today()}.json`, 'application/json', stream, size));
      await finished;
    });
    held.catch(reject);
  });
}

/** A tar.gz of the uploads, made while it is sent: memory does not depend on how much there is. */
export function filesBackup(files: FileStore): Download {
  const archive = pack();
  const compressed = createGzip();
  const output = new PassThrough();
  const fill = async () => {
    for (const file of await files.list()) {
      const entry = archive.entry({ name: file.name, size: file.bytes, mtime: file.modifiedAt });
      await pipeline(files.read(file.name), entry);
    }
    archive.finalize();
  };
  fill().catch((error: unknown) =>
    archive.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  // A reader that goes away destroys the output, and the pipeline the rest.
  pipeline(archive, compressed, output).catch(() => undefined);
  return new Download(`files-${today()}.tar.gz`, 'application/gzip', output);
}
