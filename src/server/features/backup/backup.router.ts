import { adminProcedure, router } from '../../trpc.ts';
import { databaseBackup, filesBackup } from './backup.service.ts';

export const backupRouter = router({
  database: adminProcedure.query(({ ctx }) => databaseBackup(ctx.store)),
  files: adminProcedure.query(({ ctx }) => filesBackup(ctx.files)),
});
