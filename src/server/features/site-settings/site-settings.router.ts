import {
  bucketDraft,
  bucketTrial,
  saveBucket,
  saveSiteSettings,
  siteSettings,
} from '#shared/contracts/site-settings.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';

export const siteSettingsRouter = router({
  get: adminProcedure.output(siteSettings).query(({ ctx }) => ctx.services.siteSettings.get()),
  save: adminProcedure
    .input(saveSiteSettings)
    .output(siteSettings)
    .mutation(({ ctx, input }) => ctx.services.siteSettings.save(input)),
  tryBucket: adminProcedure
    .input(bucketDraft)
    .output(bucketTrial)
    .mutation(({ ctx, input }) => ctx.services.siteSettings.tryBucket(input)),
  saveBucket: adminProcedure
    .input(saveBucket)
    .output(siteSettings)
    .mutation(({ ctx, input }) => ctx.services.siteSettings.saveBucket(input)),
});
