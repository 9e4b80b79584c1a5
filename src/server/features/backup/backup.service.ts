import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { BackupStatus, RestorePlan } from '#shared/contracts/backup.ts';
import { noMirror, type MirrorStatus } from '#shared/contracts/mirror.ts';
import { utcDay } from '#shared/utc-day.ts';
import { Download } from '#server/api/download.ts';
import { originalOf } from '#server/storage/files/images/variants.ts';
import type { Scrub } from '#server/storage/files/scrub.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import type { Store } from '#server/storage/store/types.ts';
import { noteDownload, readDownloads } from './backup-settings.ts';
import type { Copies } from './copies.ts';
import type { RestoreService } from './restore.service.ts';

/** Notes a download that was read to its last byte; one that was given up does not count. */
function noteWhenRead(store: Settings, stream: Readable, which: 'databaseAt' | 'filesAt'): void {
  // A disk that refuses to note it must not spoil the download.
  stream.once('end', () => void noteDownload(store, which).catch(() => undefined));
}

export interface BackupServices {
  store: Pick<Store, 'settings' | 'mutate' | 'snapshot' | 'openSnapshot'>;
  files: Pick<FileStore, 'list' | 'read'>;
  restore: RestoreService;
  copies: Pick<Copies, 'status' | 'open' | 'copyBefore'>;
  /** The check of the uploads for bytes that changed by themselves. */
  scrub: Pick<Scrub, 'last'>;
  mirror: { status(): MirrorStatus } | undefined;
}

type Settings = Pick<Store, 'settings' | 'mutate'>;

export function readMirrorStatus({ mirror }: BackupServices): MirrorStatus {
  return mirror?.status() ?? noMirror;
}

/** What the author should know before a backup. */
export async function readStatus({ store, files, scrub }: BackupServices): Promise<BackupStatus> {
  const { databaseAt, filesAt } = readDownloads(store);
  const databaseBytes = await store.snapshot(({ bytes }) => Promise.resolve(bytes));
  const storedFiles = await files.list();
  return {
    database: { bytes: databaseBytes, downloadedAt: databaseAt },
    files: {
      // What was made of a picture goes with it.
      count: storedFiles.filter(({ name }) => originalOf(name) === name).length,
      bytes: storedFiles.reduce((sum, { bytes }) => sum + bytes, 0),
      downloadedAt: filesAt,
    },
    filesCheck: scrub.last(),
  };
}

/** Exactly the database file, with everything folded into it. A full disk does not keep it from the author. */
export function databaseBackup({ store }: BackupServices): Download {
  return new Download(`database-${utcDay()}.json`, 'application/json', async () => {
    const { bytes, open, release } = await store.openSnapshot();
    const stream = open();
    // Held until the last byte is read or the download is given up.
    stream.once('close', () => void release());
    noteWhenRead(store, stream, 'databaseAt');
    return { stream, bytes };
  });
}

/** A tar.gz of the uploads, made while it is sent: memory does not depend on how much there is. */
export function filesBackup(services: BackupServices): Download {
  return new Download(`files-${utcDay()}.tar.gz`, 'application/gzip', () => {
    // Pictures and recordings are compressed already: more effort would only be slower.
    const stream = packFiles(services.files, createGzip({ level: 1 }));
    noteWhenRead(services.store, stream, 'filesAt');
    return { stream };
  });
}

/** A tar of these files, sent through `output`. */
function packFiles<Output extends Transform>(files: BackupServices['files'], output: Output): Output {
  const archive = pack();
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
  pipeline(archive, output).catch(() => undefined);
  return output;
}

/** Checks a copy of the list as if its two files had been uploaded. @throws AppError NOT_FOUND, IMPOSSIBLE */
export async function checkCopy({ copies, restore }: BackupServices, name: string): Promise<RestorePlan> {
  const { database, files } = await copies.open(name);
  const plan = await restore.check(database);
  return restore.addFiles(plan.id, packFiles(files, new PassThrough()));
}
