import { z } from 'zod';
import { type KeepingNumber, keepingRanges } from '#shared/contracts/keeping.ts';
import { ceilingOf, type KeepingEnvironment } from '../features/keeping/policy.ts';
import type { BucketSettings } from '../storage/bucket/types.ts';
import { readBucketFile } from '../storage/mirror/bucket-file.ts';

const flag = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'deve essere on oppure off')
    .default(fallback)
    .transform((value) => value === 'on');
const number = z.coerce.number('deve essere un numero');
const integer = number.int('deve essere un numero intero');
const count = (max: number) => integer.min(0).max(max);
const amount = number.min(0, 'non può essere negativo');
const between = (min: number, max: number, kind = number) =>
  kind.min(min, `deve essere almeno ${min}`).max(max, `deve essere al massimo ${max}`);
const amountOf = (name: KeepingNumber) =>
  between(keepingRanges[name].min, keepingRanges[name].max, integer).optional();
const text = (max: number) => z.string().max(max, `può avere al massimo ${max} caratteri`);
const secret = z.string().min(32, 'deve avere almeno 32 caratteri').optional();
const address = z.url({ protocol: /^https?$/, error: 'deve essere un indirizzo http:// o https://' });

/** The bucket's variables that are needed as soon as one of the S3 variables is there. */
const bucketNeeds = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const variables = z.object({
  PORT: count(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address.optional(),
  DATA_DIR: z.string().default('data'),
  UPLOADS_DIR: z.string().default('uploads'),
  COPIES_DIR: z.string().optional(),
  ADMIN_PASSWORD: z.string().min(8, 'deve avere almeno 8 caratteri').max(1_000).optional(),
  SESSION_SECRET: secret,
  SESSION_SECRET_OLD: secret,
  GROQ_API_KEY: z.string().optional(),
  GROQ_BASE_URL: address.optional(),
  GROQ_MODEL: z.string().optional(),
  MODEL_TOKENS_PER_MINUTE: amount.optional(),
  MODEL_DAY_TOKENS: amount.optional(),
  MODEL_MONTH_TOKENS: amount.optional(),
  MODEL_DAY_MONEY: amount.optional(),
  MODEL_MONTH_MONEY: amount.optional(),
  MODEL_READER_SHARE: amount.max(100, 'deve essere al massimo 100').optional(),
  MODEL_WAIT_SECONDS: between(1, 300).default(12),
  S3_ENDPOINT: address.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PREFIX: text(200)
    .regex(/^[\w.\-/]*$/, 'può contenere soltanto lettere, cifre, punti, trattini e barre')
    .default('')
    .transform((prefix) => prefix.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/')),
  KEEP_HOURS: count(24 * 31).default(24),
  KEEP_DAYS: count(3_650).default(30),
  KEEP_MONTHS: amountOf('months'),
  KEEP_STRANGERS_DAYS: amountOf('strangerDays'),
  KEEP_MESSAGES: amountOf('messages'),
  KEEP_MEGABYTES: number
    .min(16, 'deve essere almeno 16')
    .max(1024 * 1024, 'è troppo')
    .optional(),
  PRIVACY_CONTROLLER: text(200).optional(),
  PRIVACY_CONTACT: text(200).optional(),
  PRIVACY_PURPOSE: text(500).optional(),
  DEMO: flag('on'),
  DEMO_CODES: z.enum(['random', 'published'], 'deve essere random oppure published').default('random'),
  RATE_LIMITS: flag('on'),
  TRUST_PROXY: z
    .union([z.literal('off'), count(10)], 'deve essere off oppure il numero di proxy davanti al sito')
    .default('off')
    .transform((value) => (value === 'off' ? 0 : value)),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'non è un livello conosciuto')
    .default('info'),
});

const schema = variables.superRefine((env, context) => {
  const isWanted = env.S3_ENDPOINT !== undefined || bucketNeeds.some((name) => env[name]);
  const missing = isWanted ? bucketNeeds.find((name) => env[name] === undefined) : undefined;
  if (missing)
    context.addIssue({ code: 'custom', path: [missing], message: 'manca: serve per il bucket S3' });
});

export type Env = z.infer<typeof schema>;

/** A variable of the environment that stops the start; the message is one Italian line that names it. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/** Where to mirror to; `undefined` without a bucket. */
export function bucketSettings(env: Env): BucketSettings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
    prefix: env.S3_PREFIX,
  };
}

/** Where to mirror to: what the environment says wins over what the author chose in the panel. @throws StoreError */
export const bucketInUse = async (env: Env): Promise<BucketSettings | undefined> =>
  bucketSettings(env) ?? readBucketFile(env.DATA_DIR);

/** What the environment decides of conversations, and the memory they may take. */
export function keepingEnvironment(env: Env): { environment: KeepingEnvironment; ceilingBytes: number } {
  return {
    environment: {
      months: env.KEEP_MONTHS,
      strangerDays: env.KEEP_STRANGERS_DAYS,
      messages: env.KEEP_MESSAGES,
      controller: env.PRIVACY_CONTROLLER,
      contact: env.PRIVACY_CONTACT,
      purpose: env.PRIVACY_PURPOSE,
    },
    ceilingBytes: env.KEEP_MEGABYTES === undefined ? ceilingOf() : env.KEEP_MEGABYTES * 1024 * 1024,
  };
}

/** One Italian line that names the variables that are set and have no effect any more; `undefined` where there are none. */
export function retiredVariables(source: Record<string, string | undefined>): string | undefined {
  const names = ['FAILOVER', 'LEASE_SECONDS'].filter((name) => source[name]?.trim());
  if (names.length === 0) return undefined;
  return `Non hanno più effetto, e si possono togliere dalle impostazioni: ${names.join(', ')}.`;
}

/**
 * Reads and checks the environment: the only place that knows the variables' names and defaults
 * (`.env.example` lists them). Empty values count as absent.
 *
 * @throws EnvError on the first bad value
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const values = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new EnvError(`Configurazione non valida: ${issue?.path.join('.')} ${issue?.message}`);
}
