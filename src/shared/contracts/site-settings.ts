import { z } from 'zod';

const text = (max: number) => z.string().trim().max(max, `Può avere al massimo ${max} caratteri.`);
const isWebAddress = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '');
const secret = text(500).regex(
  /^[\x21-\x7e]*$/,
  'La chiave contiene spazi o segni che una chiave non ha: copiala di nuovo.',
);

/** Where everything is copied to. The two keys are what was just typed; empty: those that are kept. */
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
  /** Goes on in a bucket that already holds a copy of a site: the author has said that it is this one's. */
  overCopy: z.boolean().default(false),
});

/** What one object that was written, read and deleted says of a bucket. */
export const bucketTrial = z.object({
  milliseconds: z.number(),
  /** Whether a copy of a site lies there. */
  hasCopy: z.boolean(),
});
export type BucketTrial = z.infer<typeof bucketTrial>;

const timeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, 'Non conosco questo fuso orario: scrivilo come Europe/Rome.');

export const saveSiteSettings = z.object({ timeZone });

/** What is set, without any key, and what only the machine can change. */
export const siteSettings = z.object({
  bucket: z.object({
    endpoint: z.string(),
    region: z.string(),
    bucket: z.string(),
    prefix: z.string(),
    hasKeys: z.boolean(),
    /** Set by the environment: the panel cannot change it. */
    fixed: z.boolean(),
  }),
  /** Of the author's days, as `Europe/Rome`. */
  timeZone: z.string(),
  machine: z.object({
    /** Empty when the environment does not say. */
    address: z.string(),
    port: z.number(),
    /** Whether readers come by https. */
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
