import { backupStatus, restorePlan } from '#shared/contracts/backup.ts';
import {
  backupEntries,
  backupEntry,
  bookTaken,
  entryAddress,
  entryTaken,
  findEntries,
  takeBook,
  takeEntry,
} from '#shared/contracts/backup-entries.ts';
import { bookDraft } from '#shared/contracts/book.ts';
import { chooseCopy, copies } from '#shared/contracts/copies.ts';
import { mirrorStatus } from '#shared/contracts/mirror.ts';
import { byId } from '#shared/contracts/values.ts';
import { fileInput, adminProcedure, router, stoppingProcedure } from '#server/api/trpc.ts';
import {
  listBackupEntries,
  readBackupEntry,
  takeBackupBook,
  takeBackupEntry,
  type BackupEntriesServices,
} from './backup-entries.ts';
import {
  checkCopy,
  databaseBackup,
  filesBackup,
  readMirrorStatus,
  readStatus,
  type BackupServices,
} from './backup.service.ts';

export const backupRouter = (services: BackupServices) =>
  router({
    mirror: adminProcedure({
      summary: 'How the copy of everything in the bucket stands.',
      output: mirrorStatus,
    }).query(() => readMirrorStatus(services)),
    copies: adminProcedure({
      summary:
        'The copies of the whole site on the own disk: of every day, and of before what replaces much.',
      output: copies,
    }).query(() => services.copies.status()),
    makeCopy: adminProcedure({
      summary: 'Makes a copy of the whole site now, beside those that are made by themselves.',
      output: copies,
    }).mutation(async () => {
      await services.copies.copyBefore('asked');
      return services.copies.status();
    }),
    status: adminProcedure({
      summary: 'How large a backup is, and when the last was downloaded.',
      output: backupStatus,
    }).query(() => readStatus(services)),
    database: adminProcedure({ summary: 'The whole database as one JSON file.' }).query(() =>
      databaseBackup(services),
    ),
    files: adminProcedure({ summary: 'Everything uploaded, as one tar.gz archive.' }).query(() =>
      filesBackup(services),
    ),
  });

/** `confirm` holds back every other call itself, so it does not enter the gate. */
export const restoreRouter = (services: BackupServices & BackupEntriesServices) =>
  router({
    check: adminProcedure({
      summary: 'Reads a downloaded database and says what restoring it would change.',
      input: fileInput,
      output: restorePlan,
    }).mutation(({ input }) => services.restore.check(input.file)),
    checkCopy: adminProcedure({
      summary: 'A plan from a copy of the list, as from two uploaded files.',
      input: chooseCopy,
      output: restorePlan,
    }).mutation(({ input }) => checkCopy(services, input.name)),
    addFiles: adminProcedure({
      summary: 'Adds the archive of the files to a restore that has been checked.',
      input: byId.extend(fileInput.shape),
      output: restorePlan,
    }).mutation(({ input }) => services.restore.addFiles(input.id, input.file)),
    entries: adminProcedure({
      summary:
        'What the backup of a plan and the site have of sections, codes, pictures and memories, where they differ.',
      input: findEntries,
      output: backupEntries,
    }).query(({ input }) => listBackupEntries(services, input)),
    entry: adminProcedure({
      summary: 'One thing of it, side by side with what is there now.',
      input: entryAddress,
      output: backupEntry,
    }).query(({ input }) => readBackupEntry(services, input)),
    takeEntry: adminProcedure({
      summary: 'Puts that one thing back as it is in the backup, and nothing else.',
      input: takeEntry,
      output: entryTaken,
    }).mutation(({ input }) => takeBackupEntry(services, input)),
    book: adminProcedure({
      summary: 'The draft of «Il libro» as the backup of a plan has it.',
      input: byId,
      output: bookDraft,
    }).query(({ input }) => services.restore.opened(input.id).draft),
    takeBook: adminProcedure({
      summary:
        'Saves a draft in which parts are the backup’s, with their uploads; the one of before is a version.',
      input: takeBook,
      output: bookTaken,
    }).mutation(({ input }) => takeBackupBook(services, input)),
    confirm: stoppingProcedure({
      summary: 'Does what the plan says, once a copy of what it replaces is in the list.',
      input: byId,
      output: backupStatus,
    }).mutation(async ({ input }) => {
      await services.restore.apply(input.id);
      return readStatus(services);
    }),
    discard: adminProcedure({
      summary: 'Gives up a restore that has been checked.',
      input: byId,
    }).mutation(({ input }) => services.restore.discard(input.id)),
  });
