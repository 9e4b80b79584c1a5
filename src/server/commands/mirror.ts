import { parseArgs } from 'node:util';
import { announce } from '../main/cli-output.ts';
import { runConcurrently } from '../storage/bucket/run-concurrently.ts';
import { openS3Bucket } from '../storage/bucket/s3.ts';
import { bucketInUse, EnvError, readEnv } from '../main/env.ts';
import { openLocalFiles } from '../storage/files/local.ts';
import { openBucketFiles } from '../storage/files/s3.ts';
import { filesAtOnce, namesToCompare, type Repair, repairFile } from '../storage/mirror/file-mirror.ts';
import { openMachine } from '../storage/mirror/machine.ts';
import { occupiedError, signOfAnother } from '../storage/mirror/sign-of-life.ts';
import { acquireLock } from '../storage/store/lock.ts';
import { lockPath } from '../storage/store/store.ts';

const usage = 'Uso: npm run mirror -- verify [--dry-run]';

/** Compares every upload with its copy in the bucket, byte by byte (SHA-256), says what differs and mends it. */
async function main(args: string[]): Promise<void> {
  const options = { 'dry-run': { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: false });
  if (positionals.join() !== 'verify') throw new EnvError(usage);
  const env = readEnv(process.env);
  const settings = await bucketInUse(env);
  if (!settings)
    throw new EnvError('Configurazione non valida: S3_BUCKET manca: non c’è un bucket da verificare');
  const dryRun = values['dry-run'] === true;
  // While the site runs only it knows what is being deleted: then this looks, and the site mends.
  const lock = dryRun ? undefined : await acquireLock(lockPath(env.DATA_DIR), () => undefined);
  const bucket = openS3Bucket(settings);
  try {
    // Nor where another machine has the bucket: it alone knows what it is doing there.
    if (!dryRun && (await signOfAnother(bucket, await openMachine(env.DATA_DIR))))
      throw occupiedError(bucket);
    const local = await openLocalFiles(env.UPLOADS_DIR, { shared: dryRun });
    const ends = { bucket, files: openBucketFiles(bucket), local };
    const names = await namesToCompare(ends, { thoroughly: true });
    const differences: { name: string; repair: Repair }[] = [];
    await runConcurrently(names, filesAtOnce, async (name) => {
      const repair = await repairFile(ends, name, { dryRun });
      if (repair) differences.push({ name, repair });
    });
    const lines = differences.map(
      ({ name, repair }) =>
        `  ${repair === 'copy' ? 'manca o è diverso nel bucket' : 'manca o è guasto qui'}: ${name}`,
    );
    announce.lines([`File uguali: ${names.length - lines.length}. File diversi: ${lines.length}.`, ...lines]);
    if (lines.length === 0) return;
    if (dryRun) {
      announce.lines(['Non ho cambiato niente. Per sistemarli, a sito fermo: npm run mirror -- verify']);
      process.exitCode = 1;
      return;
    }
    announce.lines(['Sistemati tutti.']);
  } finally {
    bucket.close();
    await lock?.release();
  }
}

main(process.argv.slice(2)).catch(announce.failure);
