import { z } from 'zod';
import { timestamp } from './values.ts';

const password = z
  .string('La password è obbligatoria.')
  .min(1, 'La password è obbligatoria.')
  .max(1_000, 'Password errata.');

export const login = z.object({ password });

export const adminSession = z.object({ authenticated: z.boolean() });

/** OWASP ASVS 5.0, 6.2.1 asks for at least 8; 12 slows offline guessing of a stolen hash. */
export const shortestPassword = 12;

export const changePassword = z.object({
  /** Current password; not required after signing in with a passkey or recovery code. */
  current: z.string('Scrivi la password di adesso.').max(1_000, 'Password errata.').optional(),
  password: z
    .string('Scrivi la password nuova.')
    .min(shortestPassword, `Servono almeno ${shortestPassword} caratteri.`)
    .max(1_000, 'Al massimo 1000 caratteri.'),
});

const entrance = z.enum(['password', 'passkey', 'recovery']);
export type Entrance = z.infer<typeof entrance>;

/** Session of the administrator as the database has it; good for one `epoch` of the administrator's record. */
export const storedSession = z.object({
  id: z.string(),
  epoch: z.number().int(),
  device: z.string(),
  by: entrance,
  since: timestamp,
  lastUsed: timestamp,
});
export type StoredSession = z.infer<typeof storedSession>;

/** Idle timeouts of a session to choose from, in hours. */
export const idleChoices = [1, 4, 12, 24, 72, 168] as const;
const idleHours = z.literal(idleChoices, `Scegli fra ${idleChoices.join(', ')} ore.`);
export type IdleHours = (typeof idleChoices)[number];
export const setIdle = z.object({ idleHours });

const openSession = z.object({
  id: z.string(),
  device: z.string(),
  by: entrance,
  since: timestamp,
  /** Accurate to five minutes. */
  lastUsed: timestamp,
  isCurrent: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

export const openSessions = z.object({
  sessions: z.array(openSession),
  idleHours,
  asksOldPassword: z.boolean(),
});

const passkeyName = z
  .string('Dai un nome alla passkey.')
  .trim()
  .min(1, 'Dai un nome alla passkey.')
  .max(60, 'Al massimo 60 caratteri.');

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Domain the passkey was created for; it works on no other. */
  site: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.optional(),
});
export type Passkey = z.infer<typeof passkey>;

/** WebAuthn Level 3 options as JSON (`PublicKeyCredential…OptionsJSON`). */
export const passkeyOptions = z.looseObject({ challenge: z.string() });

const text = z.string('La risposta della passkey non è valida.').max(20_000);

/**
 * WebAuthn response (`RegistrationResponseJSON`, `AuthenticationResponseJSON`); the server's library checks the other
 * fields.
 */
const credential = z.looseObject({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: text }),
});

export const addPasskey = z.object({ name: passkeyName, credential });
export const renamePasskey = z.object({ id: text, name: passkeyName });
export const passkeyLogin = z.object({ credential });

export const recoveryLogin = z.object({
  code: z
    .string('Scrivi un codice di recupero.')
    .trim()
    .min(1, 'Scrivi un codice di recupero.')
    .max(100, 'Codice di recupero errato, o già usato.'),
});

export const recoveryState = z.object({ left: z.number().int().min(0), madeAt: timestamp.optional() });
/** Sent once: only their hashes are stored. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) });
