import type { Caller } from '#server/api/context.ts';

/** A visitor without HTTP around them: `{ ...nobody, isAdmin: true }` is the author. */
export const nobody: Caller = {
  cookies: {
    isUnrecognised: false,
    deviceId: undefined,
    challenge: undefined,
    rememberReader: () => undefined,
    forgetReader: () => undefined,
    forgetAdmin: () => undefined,
    rememberChallenge: () => undefined,
  },
  readerId: undefined,
  deviceSession: undefined,
  isAdmin: false,
  sessionId: undefined,
  recentEntrance: undefined,
  device: 'un programma',
  site: { publicUrl: undefined, host: 'ferro.test' },
  isLocal: false,
  rememberReader: () => undefined,
  rememberAdmin: () => undefined,
  limit: () => Promise.resolve(),
  guess: async (_action, attempt) => attempt(),
};
