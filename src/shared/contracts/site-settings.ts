import { z } from 'zod';

const text = (max: number) => z.string().trim().max(max, `Può avere al massimo ${max} caratteri.`);
const isWebAddress = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '');
const secret = text(500).regex(
  /^[\x21-\x7e]*$/,
  'La chiave contiene spazi o segni che una chiave non ha: copiala di nuovo.',
);

/** Bucket settings; empty keys mean the stored ones. */
export const bucketDraft = z.object({
  endpoint: text(500).refine(
    (value) => value === '' || isWebAddress(value),
    'L’indirizzo deve cominciare con https://, come https://s3.fornitore.example.',
  ),
  region: text(100).regex(/^[\w-]*$/, 'La regione è una parola sola, come eu-south-1.'),
  bucket: text(200).regex(/^[\w.-]*$/, 'Il nome del bucket ha soltanto lettere, cifre, punti e trattini.'),
  prefix: text(200).regex(
    /^[\w.\-/]*$/,
    'La cartella può contenere soltanto lettere, cifre, punti, trattini e barre.',
  ),
  accessKeyId: secret,
  secretAccessKey: secret,
});
export type BucketDraft = z.infer<typeof bucketDraft>;

export const saveBucket = bucketDraft.extend({
  /** The author confirmed that the copy already in the bucket is this site's. */
  overCopy: z.boolean().default(false),
});

/** Result of writing, reading and deleting one test object. */
export const bucketTrial = z.object({
  milliseconds: z.number(),
  hasCopy: z.boolean(),
});
export type BucketTrial = z.infer<typeof bucketTrial>;

const timeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, 'Non conosco questo fuso orario: scrivilo come Europe/Rome.');

export const saveSiteSettings = z.object({ timeZone });

/** Settings without keys, and values that only the machine can change. */
export const siteSettings = z.object({
  bucket: z.object({
    endpoint: z.string(),
    region: z.string(),
    bucket: z.string(),
    prefix: z.string(),
    hasKeys: z.boolean(),
    fixed: z.boolean(),
  }),
  /** Time zone of the author's days, such as `Europe/Rome`. */
  timeZone: z.string(),
  machine: z.object({
    /** Empty when the environment does not set it. */
    address: z.string(),
    port: z.number(),
    isSecure: z.boolean(),
    memoryBytes: z.number(),
    dataDir: z.string(),
    version: z.string(),
  }),
});
export type SiteSettings = z.infer<typeof siteSettings>;

function isTimeZone(value: string): boolean {
  try {
    return value !== '' && new Intl.DateTimeFormat('it', { timeZone: value }).format() !== '';
  } catch {
    return false;
  }
}
