import {
  bucketDraft,
  bucketTrial,
  saveBucket,
  saveSiteSettings,
  siteSettings,
} from '#shared/contracts/site-settings.ts';
import type { DescriptionsOf } from './description.ts';

/** The calls of the settings of the site itself. */
export const settingsDescriptions: DescriptionsOf<'siteSettings'> = {
  'siteSettings.get': {
    summary: 'The bucket without its keys, the time zone, and what only the machine can change.',
    output: siteSettings,
  },
  'siteSettings.save': {
    summary: 'Changes the time zone that the days of the numbers are counted in.',
    input: saveSiteSettings,
    output: siteSettings,
  },
  'siteSettings.tryBucket': {
    summary: 'Writes, reads and deletes one small object in a bucket, before it is saved.',
    input: bucketDraft,
    output: bucketTrial,
  },
  'siteSettings.saveBucket': {
    summary: 'Copies everything to this bucket from now on, if it can be written to; an empty name: to none.',
    input: saveBucket,
    output: siteSettings,
  },
};
