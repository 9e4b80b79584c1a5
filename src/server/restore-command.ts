import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { announce } from './announce.ts';
import { EnvError, readEnv } from './env.ts';
import { ArchiveError, stageArchive, type StagedFiles } from './files/archive.ts';
import { swapFiles } from './files/swap.ts';
import { checkDatabase, replaceDatabase } from './store/restore.ts';
import { StoreError } from './store/store-error.ts';

const usage = 'Uso: npm run restore -- <database.json> [files.tar.gz]';

/**
 * Puts a downloaded backup back: both files are checked whole before anything changes, and what they
 * replace is kept beside.
 */
async function restore([database, archive, ...rest]: string[]): Promise<void> {
  if (database === undefined || rest.length > 0) throw new StoreError('unreadable', '', usage);
  const env = readEnv(process.env);
  const check = await checkDatabase(database);
  if (!check.ok) {
    const problems = check.problems.slice(0, 10).map((problem) => `  - ${problem}`);
    const sentence = `Il file ${database} non si può ripristinare; non ho cambiato niente:`;
    throw new StoreError('damaged', database, [sentence, ...problems].join('\n'));
  }
  const stamp = new Date().toISOString().replaceAll(':', '-');
  const staged: StagedFiles | undefined =
    archive === undefined
      ? undefined
      : await stageArchive(env.UPLOADS_DIR, createReadStream(archive), `.restore-${stamp}`);
  const { counts, kept } = await replaceDatabase(env.DATA_DIR, database).catch(async (error: unknown) => {
    await staged?.discard();
    throw error;
  });
  const keepAs = `.replaced-${stamp}`;
  if (staged) await swapFiles(env.UPLOADS_DIR, { from: staged.folder, keepAs });

  announce.restored([
    `Sezioni ${counts.sections}, codici di sblocco ${counts.unlockCodes}, codici musicali ${counts.musicCodes},`,
    `immagini ${counts.galleryImages}, lettori ${counts.users}, messaggi ${counts.chatMessages}.`,
    ...(staged ? [`File caricati: ${staged.files.size}.`] : []),
    ...[...kept, ...(staged ? [join(env.UPLOADS_DIR, keepAs)] : [])].map((path) => `Conservato: ${path}`),
  ]);
}

restore(process.argv.slice(2)).catch((error: unknown) => {
  const known = error instanceof StoreError || error instanceof EnvError || error instanceof ArchiveError;
  announce.failure(
    known || !(error instanceof Error) ? String((error as Error).message) : (error.stack ?? error.message),
  );
  process.exit(1);
});
