import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { announce } from '../main/announce.ts';
import { openS3Bucket } from '../storage/bucket/s3.ts';
import { BucketError } from '../storage/bucket/types.ts';
import { bucketSettings, EnvError, readEnv } from '../main/env.ts';
import { openLocalFiles } from '../storage/files/local.ts';
import { openBucketFiles } from '../storage/files/s3.ts';
import { waitForLease } from '../storage/mirror/lease/hold-lease.ts';

import { compareEnds, mendDifferences } from '../storage/mirror/transfer.ts';
import { acquireLock } from '../storage/store/lock.ts';
import { lockPath } from '../storage/store/store.ts';
import { StoreError } from '../storage/store/store-error.ts';

const usage = 'Uso: npm run mirror -- verify [--dry-run]';

/** Compares every upload with its copy in the bucket, byte by byte (SHA-256), says what differs and mends it. */
async function main(args: string[]): Promise<void> {
  const options = { 'dry-run': { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: false });
  if (positionals.join() !== 'verify') throw new EnvError(usage);
  const env = readEnv(process.env);
  const settings = bucketSettings(env);
  if (!settings)
    throw new EnvError('Configurazione non valida: S3_BUCKET manca: non c’è un bucket da verificare');
  const dryRun = values['dry-run'] === true;
  // While the site runs only it knows what is being deleted: then this looks, and the site mends.
  const lock = dryRun ? undefined : await acquireLock(lockPath(env.DATA_DIR), () => undefined);
  const bucket = openS3Bucket(settings);
  let giveBack: (() => Promise<void>) | undefined;
  try {
    // Nor where another machine has the bucket: it alone knows what it is doing there.
    if (!dryRun) giveBack = await waitForLease(settings, env.LEASE_SECONDS * 1000, env.FAILOVER, leave);
    const files = openBucketFiles(bucket, join(tmpdir(), `verify-${process.pid}`));
    const ends = { bucket, files, local: await openLocalFiles(env.UPLOADS_DIR, { shared: dryRun }) };
    const found = await compareEnds(ends, { thoroughly: true });
    const lines = [
      ...found.copy.map((name) => `  manca o è diverso nel bucket: ${name}`),
      ...found.fetch.map((name) => `  manca o è guasto qui: ${name}`),
    ];
    announce.lines([`File uguali: ${found.same}. File diversi: ${lines.length}.`, ...lines]);
    if (lines.length === 0) return;
    if (dryRun) {
      announce.lines(['Non ho cambiato niente. Per sistemarli, a sito fermo: npm run mirror -- verify']);
      process.exitCode = 1;
      return;
    }
    await mendDifferences(ends, found);
    announce.lines(['Sistemati tutti.']);
  } finally {
    await giveBack?.();
    bucket.close();
    await lock?.release();
  }
}

function leave(error: unknown): void {
  const known = [EnvError, BucketError, StoreError].some((kind) => error instanceof kind);
  announce.failure(
    error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error),
  );
  process.exit(1);
}

main(process.argv.slice(2)).catch(leave);
