import {
  bucketDraft,
  bucketTrial,
  saveBucket,
  saveSiteSettings,
  siteSettings,
} from '#shared/contracts/site-settings.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import type { SiteSettingsService } from './site-settings.service.ts';

export const siteSettingsRouter = (settings: SiteSettingsService) =>
  router({
    get: adminProcedure({
      summary: 'The bucket without its keys, the time zone, and what only the machine can change.',
      output: siteSettings,
    }).query(() => settings.get()),
    save: adminProcedure({
      summary: 'Changes the time zone that the days of the numbers are counted in.',
      input: saveSiteSettings,
      output: siteSettings,
    }).mutation(({ input }) => settings.save(input)),
    tryBucket: adminProcedure({
      summary: 'Writes, reads and deletes one small object in a bucket, before it is saved.',
      input: bucketDraft,
      output: bucketTrial,
    }).mutation(({ input }) => settings.tryBucket(input)),
    saveBucket: adminProcedure({
      summary:
        'Copies everything to this bucket from now on, if it can be written to; an empty name: to none.',
      input: saveBucket,
      output: siteSettings,
    }).mutation(({ input }) => settings.saveBucket(input)),
  });
