import { z } from 'zod';
import { timestamp } from './values.ts';

const password = z
  .string('La password è obbligatoria.')
  .min(1, 'La password è obbligatoria.')
  .max(1_000, 'Password errata.');

export const login = z.object({ password });

export const adminSession = z.object({ authenticated: z.boolean() });

/** As OWASP ASVS 5.0, 6.2.1 asks for, and a little more: nobody else slows who guesses a stolen hash. */
export const shortestPassword = 12;

export const changePassword = z.object({
  /** The password of now; not asked of who has just come in with a passkey or a recovery code. */
  current: z.string('Scrivi la password di adesso.').max(1_000, 'Password errata.').optional(),
  password: z
    .string('Scrivi la password nuova.')
    .min(shortestPassword, `Servono almeno ${shortestPassword} caratteri.`)
    .max(1_000, 'Al massimo 1000 caratteri.'),
});

/** How somebody came in. */
export const entrance = z.enum(['password', 'passkey', 'recovery']);
export type Entrance = z.infer<typeof entrance>;

/** After how many hours without a call a session may end. */
export const idleChoices = [1, 4, 12, 24, 72, 168] as const;
const idleHours = z.literal(idleChoices, `Scegli fra ${idleChoices.join(', ')} ore.`);
export type IdleHours = (typeof idleChoices)[number];
export const setIdle = z.object({ idleHours });

/** One browser in which the author is signed in. */
const openSession = z.object({
  id: z.string(),
  /** In words, as «Firefox su Windows». */
  device: z.string(),
  by: entrance,
  since: timestamp,
  /** To within five minutes. */
  lastUsed: timestamp,
  isCurrent: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

export const openSessions = z.object({
  sessions: z.array(openSession),
  idleHours,
  /** Whether a change of password asks for the one of now. */
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
  /** The site's name that it was made for: it works nowhere else. */
  site: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.optional(),
});
export type Passkey = z.infer<typeof passkey>;

/** What the browser hands to the device, as WebAuthn Level 3 writes it in JSON (`PublicKeyCredential…OptionsJSON`). */
export const passkeyOptions = z.looseObject({ challenge: z.string() });

const text = z.string('La risposta della passkey non è valida.').max(20_000);

/** What the device answers (`RegistrationResponseJSON`, `AuthenticationResponseJSON`); its checker knows the rest. */
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

/** How many recovery codes are left, and when they were made. */
export const recoveryState = z.object({ left: z.number().int().min(0), madeAt: timestamp.optional() });
/** Shown this once: only their hashes are kept. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) });
