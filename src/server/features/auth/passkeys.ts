import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Passkey } from '#shared/contracts/auth.ts';
import { timestamp } from '#shared/contracts/values.ts';
import { AppError } from '#shared/errors.ts';
import type { SettingsStore } from './admin-record.ts';
import { createChallenges } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import { putSetting } from '#server/storage/records/settings.ts';

const key = z.object({
  id: z.string(),
  name: z.string(),
  site: z.string(),
  /** COSE, in base64url. */
  publicKey: z.string(),
  counter: z.number().int().min(0),
  transports: z.array(z.string()),
  createdAt: timestamp,
  lastUsedAt: timestamp.optional(),
});
type Key = z.infer<typeof key>;

/** `user`: by this the author's devices know that their passkeys are one person's. */
const storedPasskeys = z.object({ user: z.string(), keys: z.array(key) });
type Stored = z.infer<typeof storedPasskeys>;

const recordId = 'admin-passkeys';
const mostKeys = 20;

/** What a browser sends back: its challenge's cookie and the device's answer. */
interface Answered {
  party: RelyingParty;
  cookie: string | undefined;
  credential: unknown;
}

export type Passkeys = ReturnType<typeof openPasskeys>;

/** Of the library only who uses a passkey needs anything. */
const loadLibrary = () => import('@simplewebauthn/server');

/**
 * The author's passkeys (WebAuthn Level 3). Each is asked for a proof of the person (a finger, a face, a PIN), since it signs in
 * alone; and is found by the device itself, so that a stranger is told nothing of which there are.
 */
export function openPasskeys(store: SettingsStore, bookTitle: () => string) {
  const challenges = createChallenges();

  const read = (): Stored =>
    storedPasskeys.safeParse(store.settings.get(recordId)?.value).data ?? { user: randomUser(), keys: [] };
  const write = (value: Stored) => store.mutate([putSetting(recordId, value)]);
  const change = async (id: string, part: Partial<Key>): Promise<Key> => {
    const { user, keys } = read();
    const currentKey = keys.find((one) => one.id === id);
    if (!currentKey) throw new AppError('NOT_FOUND', 'Questa passkey non c’è più.');
    const nextPasskey = { ...currentKey, ...part };
    await write({ user, keys: keys.map((one) => (one === currentKey ? nextPasskey : one)) });
    return nextPasskey;
  };

  return {
    list: (): Passkey[] => read().keys,
    /** @returns the options for the browser, and what the sealed cookie holds of them. @throws AppError IMPOSSIBLE */
    async askToAdd(party: RelyingParty) {
      const { user, keys } = read();
      if (keys.length >= mostKeys)
        throw new AppError('IMPOSSIBLE', `Le passkey sono già ${mostKeys}: togline una.`);
      // What is asked with one name of the person must be kept under it.
      await write({ user, keys });
      const { generateRegistrationOptions } = await loadLibrary();
      const options = await generateRegistrationOptions({
        rpName: bookTitle(),
        rpID: party.id,
        userID: Uint8Array.from(Buffer.from(user, 'base64url')),
        userName: `autore di ${bookTitle()}`,
        userDisplayName: `Autore di ${bookTitle()}`,
        excludeCredentials: keys
          .filter(({ site }) => site === party.id)
          .map(({ id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { options: { ...options }, cookie: challenges.put('add', options.challenge) };
    },
    /** @throws AppError IMPOSSIBLE when the challenge is spent or too old, or the answer does not fit it; DUPLICATE */
    async add({ party, cookie, credential }: Answered, name: string): Promise<Passkey> {
      const expectedChallenge = challenges.spend('add', cookie);
      const { verifyRegistrationResponse } = await loadLibrary();
      const { registrationInfo } = await verifyRegistrationResponse({
        response: credential as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: party.origins,
        expectedRPID: party.id,
        requireUserVerification: true,
      }).catch(refuse('IMPOSSIBLE', 'La risposta della passkey non va bene: riprova.'));
      if (!registrationInfo)
        throw new AppError('IMPOSSIBLE', 'La risposta della passkey non va bene: riprova.');
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      const { user, keys } = read();
      if (keys.some((one) => one.id === id)) throw new AppError('DUPLICATE', 'Questa passkey c’è già.');
      const newKey: Key = {
        id,
        name,
        site: party.id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports,
        createdAt: new Date().toISOString(),
      };
      await write({ user, keys: [...keys, newKey] });
      return newKey;
    },
    /** @throws AppError NOT_FOUND */
    rename: (id: string, name: string): Promise<Passkey> => change(id, { name }),
    /** @throws AppError NOT_FOUND */
    async remove(id: string): Promise<void> {
      const { user, keys } = read();
      const remainingKeys = keys.filter((one) => one.id !== id);
      if (remainingKeys.length === keys.length)
        throw new AppError('NOT_FOUND', 'Questa passkey non c’è più.');
      await write({ user, keys: remainingKeys });
    },
    /** As `askToAdd`. */
    async askToSignIn(party: RelyingParty) {
      const { generateAuthenticationOptions } = await loadLibrary();
      const options = await generateAuthenticationOptions({ rpID: party.id, userVerification: 'required' });
      return { options: { ...options }, cookie: challenges.put('sign-in', options.challenge) };
    },
    /** @throws AppError WRONG_PASSWORD */
    async signIn({ party, cookie, credential }: Answered): Promise<void> {
      const expectedChallenge = challenges.spend('sign-in', cookie);
      const response = credential as AuthenticationResponseJSON;
      const currentKey = read().keys.find(({ id, site }) => id === response.id && site === party.id);
      if (!currentKey) throw new AppError('WRONG_PASSWORD', unknownPasskey);
      const { verifyAuthenticationResponse } = await loadLibrary();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: party.origins,
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: {
          id: currentKey.id,
          publicKey: Uint8Array.from(Buffer.from(currentKey.publicKey, 'base64url')),
          counter: currentKey.counter,
          transports: currentKey.transports,
        },
      }).catch(refuse('WRONG_PASSWORD', unknownPasskey));
      // Taken away, or used by another, while this answer was looked at.
      const isCurrent = read().keys.some(
        ({ id, counter }) => id === currentKey.id && counter === currentKey.counter,
      );
      if (!verified || !isCurrent) throw new AppError('WRONG_PASSWORD', unknownPasskey);
      const use = { counter: authenticationInfo.newCounter, lastUsedAt: new Date().toISOString() };
      // With a full disk the author gets in all the same: a challenge is good once, whatever the counter says.
      await change(currentKey.id, use).catch(() => undefined);
    },
  };
}

const unknownPasskey = 'Questa passkey qui non vale: entra con la password, o con un’altra.';

const randomUser = () => randomBytes(16).toString('base64url');

/** What the library throws says what does not fit, for a log; its reader is told what to do. */
function refuse(code: 'IMPOSSIBLE' | 'WRONG_PASSWORD', message: string) {
  return (cause: unknown): never => {
    throw new AppError(code, message, { cause });
  };
}
