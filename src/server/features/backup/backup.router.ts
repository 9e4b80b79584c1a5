import { backupStatus, restorePlan } from '#shared/contracts/backup.ts';
import {
  backupEntries,
  backupEntry,
  entryAddress,
  entryTaken,
  findEntries,
  takeEntry,
} from '#shared/contracts/backup-entries.ts';
import { copyOfDay, dailyCopies } from '#shared/contracts/daily-copies.ts';
import { mirrorStatus } from '#shared/contracts/mirror.ts';
import { byId } from '#shared/contracts/values.ts';
import { fileInput, adminProcedure, router, stoppingProcedure } from '#server/api/trpc.ts';
import {
  listBackupEntries,
  readBackupEntry,
  takeBackupEntry,
  type BackupEntriesServices,
} from './backup-entries.ts';
import {
  checkDailyCopy,
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
      summary: 'The copies of every day on the own disk.',
      output: dailyCopies,
    }).query(() => services.dailyCopies.status()),
    status: adminProcedure({
      summary: 'How large a backup is, when the last was downloaded, and what can be undone.',
      output: backupStatus,
    }).query(() => readStatus(services)),
    database: adminProcedure({ summary: 'The whole database as one JSON file.' }).query(() =>
      databaseBackup(services),
    ),
    files: adminProcedure({ summary: 'Everything uploaded, as one tar.gz archive.' }).query(() =>
      filesBackup(services),
    ),
  });

/** `confirm` and `undo` hold back every other call themselves, so they do not enter the gate. */
export const restoreRouter = (services: BackupServices & BackupEntriesServices) =>
  router({
    check: adminProcedure({
      summary: 'Reads a downloaded database and says what restoring it would change.',
      input: fileInput,
      output: restorePlan,
    }).mutation(({ input }) => services.restore.check(input.file)),
    checkCopy: adminProcedure({
      summary: 'A plan from the copy of a day, as from two uploaded files.',
      input: copyOfDay,
      output: restorePlan,
    }).mutation(({ input }) => checkDailyCopy(services, input.day)),
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
    confirm: stoppingProcedure({
      summary: 'Does what the plan says; what it replaces can be put back.',
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
    undo: stoppingProcedure({
      summary: 'Puts back what the last restore replaced.',
      output: backupStatus,
    }).mutation(async () => {
      await services.restore.undo();
      return readStatus(services);
    }),
  });
