import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { announce } from '../main/cli-output.ts';
import { bucketInUse, type Env, EnvError, readEnv } from '../main/env.ts';
import { stageArchive, type StagedFiles } from '../storage/files/archive.ts';
import { originalOf } from '../storage/files/images/variants.ts';
import { replaceFiles } from '../storage/files/swap.ts';
import { describeHistories, formatTime } from '../storage/mirror/plan.ts';
import { eraseAgain } from '../storage/records/erased.ts';
import type { Replacement } from '../storage/store/restore.ts';
import { checkDatabase, replaceDatabase } from '../storage/store/restore.ts';
import { StoreError } from '../storage/store/store-error.ts';

const usage = `Uso: npm run restore -- <database.json> [files.tar.gz]
     npm run restore -- s3                       l’ultima copia nel bucket
     npm run restore -- s3 --at "2026-11-21 14:30"   com’era in quel momento
     npm run restore -- s3 --list                i momenti che si possono riavere
     npm run restore -- s3 --storia 00000012-…   una sola, dove due macchine hanno scritto insieme`;

/** What the command line asks for. @throws StoreError with the usage */
async function main(args: string[]): Promise<void> {
  const options = { at: { type: 'string' }, list: { type: 'boolean' }, storia: { type: 'string' } } as const;
  const { values, positionals } = parse(() => parseArgs({ args, options, allowPositionals: true }));
  const [source, archive, ...rest] = positionals;
  const env = readEnv(process.env);
  if (source === 's3' && archive === undefined) {
    return values.list ? list(env) : restoreBucket(env, values.at, values.storia);
  }
  const isDownload = Object.keys(values).length === 0 && rest.length === 0;
  if (source === undefined || !isDownload) throw new StoreError('unreadable', '', usage);
  await restoreDownload(env, source, archive);
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new StoreError('unreadable', '', usage);
  }
}

async function settingsOf(env: Env) {
  const settings = await bucketInUse(env);
  if (settings) return settings;
  throw new EnvError('Configurazione non valida: S3_BUCKET manca: di quale bucket si tratta?');
}

async function list(env: Env): Promise<void> {
  const { momentsInBucket } = await import('../storage/mirror/restore-from-bucket.ts');
  const { moments, histories } = await momentsInBucket(await settingsOf(env));
  if (moments.length === 0) return announce.lines(['Nel bucket non c’è nessuna copia del database.']);
  const last = moments.at(-1)?.to ?? new Date();
  announce.lines([
    'Nel bucket ci sono questi momenti, con le dimensioni del database:',
    ...moments.map(({ from, to, bytes }) => {
      const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`;
      return from.getTime() === to.getTime()
        ? `  ${formatTime(from)}   ${size}`
        : `  dalle ${formatTime(from)} alle ${formatTime(to)}, ogni momento   ${size}`;
    }),
    `Per tornare a uno: npm run restore -- s3 --at "${formatTime(last)}" (senza «UTC» vale l’ora di questa macchina).`,
    ...(histories.length > 1 ? describeHistories(histories) : []),
  ]);
}

async function restoreBucket(env: Env, asked?: string, run?: string): Promise<void> {
  const at = asked === undefined ? undefined : new Date(asked);
  if (at && Number.isNaN(at.getTime())) {
    throw new StoreError('unreadable', '', `Non capisco il momento «${asked}».\n${usage}`);
  }
  const settings = await settingsOf(env);
  const { restoreFromBucket } = await import('../storage/mirror/restore-from-bucket.ts');
  const started = new Date();
  const result = await restoreFromBucket(
    { settings, dataDir: env.DATA_DIR, uploadsDir: env.UPLOADS_DIR },
    { at, run },
  );
  const seconds = Math.max(0, Math.round((started.getTime() - result.upTo.getTime()) / 1000));
  announce.lines([
    'Ripristino riuscito.',
    ...counts(result),
    `File caricati: ${result.files}.`,
    at
      ? `Il database è com’era alle ${formatTime(result.upTo)}, l’ultimo momento conservato non dopo quello chiesto.`
      : `Non manca niente di ciò che è stato scritto fino alle ${formatTime(result.upTo)} (${seconds} secondi fa). ` +
        'Di ciò che il sito ha scritto dopo, se era ancora acceso, qui non c’è niente.',
    ...result.damaged.map((sentence) => `${sentence}: non è servito, c’era un’altra copia.`),
    ...result.kept.map((path) => `Conservato: ${path}`),
  ]);
}

const counts = ({ counts }: Replacement): string[] => [
  `Sezioni ${counts.sections}, codici di sblocco ${counts.unlockCodes}, codici musicali ${counts.musicCodes},`,
  `immagini ${counts.galleryImages}, lettori ${counts.users}, messaggi ${counts.chatMessages}.`,
];

/**
 * Puts a downloaded backup back: both files are checked whole before anything changes, and what they
 * replace is kept beside.
 */
async function restoreDownload(env: Env, database: string, archive: string | undefined): Promise<void> {
  const check = await checkDatabase(database);
  if (!check.ok) {
    const problems = check.problems.slice(0, 10).map((problem) => `  - ${problem}`);
    const sentence = `Il file ${database} non si può ripristinare; non ho cambiato niente:`;
    throw new StoreError('damaged', database, [sentence, ...problems].join('\n'));
  }
  const staged: StagedFiles | undefined =
    archive === undefined
      ? undefined
      : await stageArchive(env.UPLOADS_DIR, createReadStream(archive), `.staged-${randomUUID()}`);
  const replacement = await replaceDatabase(env.DATA_DIR, database, { prepare: eraseAgain }).catch(
    async (error: unknown) => {
      await staged?.discard();
      throw error;
    },
  );
  const keptFiles = staged && (await replaceFiles(env.UPLOADS_DIR, staged.folder));

  announce.lines([
    'Ripristino riuscito.',
    ...counts(replacement),
    ...(staged
      ? [`File caricati: ${[...staged.files.keys()].filter((name) => originalOf(name) === name).length}.`]
      : []),
    ...[...replacement.kept, ...(keptFiles ? [keptFiles] : [])].map((path) => `Conservato: ${path}`),
  ]);
}

main(process.argv.slice(2)).catch(announce.failure);
