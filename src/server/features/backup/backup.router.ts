import { Readable } from 'node:stream';
import { z } from 'zod';
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
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, router, stoppingProcedure } from '#server/api/trpc.ts';
import { listBackupEntries, readBackupEntry, takeBackupEntry } from './backup-entries.ts';
import {
  checkDailyCopy,
  databaseBackup,
  filesBackup,
  readMirrorStatus,
  readStatus,
} from './backup.service.ts';

/** A Node stream: over HTTP only the multipart adapter can give one. */
const file = z.instanceof(Readable, { error: 'Il file manca.' });

export const backupRouter = router({
  mirror: adminProcedure.output(mirrorStatus).query(({ ctx }) => readMirrorStatus(ctx.services)),
  copies: adminProcedure.output(dailyCopies).query(({ ctx }) => ctx.services.dailyCopies.status()),
  status: adminProcedure.output(backupStatus).query(({ ctx }) => readStatus(ctx.services)),
  database: adminProcedure.query(({ ctx }) => databaseBackup(ctx.services)),
  files: adminProcedure.query(({ ctx }) => filesBackup(ctx.services)),
});

/** `confirm` and `undo` hold back every other call themselves, so they do not enter the gate. */
export const restoreRouter = router({
  check: adminProcedure
    .input(z.object({ file }))
    .output(restorePlan)
    .mutation(({ ctx, input }) => ctx.services.restore.check(input.file)),
  checkCopy: adminProcedure
    .input(copyOfDay)
    .output(restorePlan)
    .mutation(({ ctx, input }) => checkDailyCopy(ctx.services, input.day)),
  addFiles: adminProcedure
    .input(z.object({ id, file }))
    .output(restorePlan)
    .mutation(({ ctx, input }) => ctx.services.restore.addFiles(input.id, input.file)),
  entries: adminProcedure
    .input(findEntries)
    .output(backupEntries)
    .query(({ ctx, input }) => listBackupEntries(ctx.services, input)),
  entry: adminProcedure
    .input(entryAddress)
    .output(backupEntry)
    .query(({ ctx, input }) => readBackupEntry(ctx.services, input)),
  takeEntry: adminProcedure
    .input(takeEntry)
    .output(entryTaken)
    .mutation(({ ctx, input }) => takeBackupEntry(ctx.services, input)),
  confirm: stoppingProcedure
    .input(z.object({ id }))
    .output(backupStatus)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.restore.apply(input.id);
      return readStatus(ctx.services);
    }),
  discard: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => ctx.services.restore.discard(input.id)),
  undo: stoppingProcedure.output(backupStatus).mutation(async ({ ctx }) => {
    await ctx.services.restore.undo();
    return readStatus(ctx.services);
  }),
});
