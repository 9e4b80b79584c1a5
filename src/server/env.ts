import { z } from 'zod';

const flag = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'deve essere on oppure off')
    .default(fallback)
    .transform((value) => value === 'on');
const count = (max: number) =>
  z.coerce.number('deve essere un numero').int('deve essere un numero intero').min(0).max(max);
const address = z.url({ protocol: /^https?$/, error: 'deve essere un indirizzo http:// o https://' });

const schema = z.object({
  PORT: count(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address.optional(),
  DATA_DIR: z.string().default('data'),
  UPLOADS_DIR: z.string().default('uploads'),
  ADMIN_PASSWORD: z.string().min(8, 'deve avere almeno 8 caratteri').max(1_000).optional(),
  SESSION_SECRET: z.string().min(32, 'deve avere almeno 32 caratteri').optional(),
  GROQ_API_KEY: z.string().optional(),
  GROQ_BASE_URL: address.optional(),
  GROQ_MODEL: z.string().default('openai/gpt-oss-120b'),
  DEMO: flag('on'),
  RATE_LIMITS: flag('on'),
  TRUST_PROXY: z
    .union([z.literal('off'), count(10)], 'deve essere off oppure il numero di proxy davanti al sito')
    .default('off')
    .transform((value) => (value === 'off' ? 0 : value)),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'non è un livello conosciuto')
    .default('info'),
});

export type Env = z.infer<typeof schema>;

/** A variable of the environment that stops the start; the message is one Italian line that names it. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/**
 * Reads and checks the environment: the only place that knows the variables' names and defaults
 * (`.env.example` lists them). Empty values count as absent.
 *
 * @throws EnvError on the first bad value
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new EnvError(`Configurazione non valida: ${issue?.path.join('.')} ${issue?.message}`);
}
