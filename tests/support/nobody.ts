import type { Caller } from '#server/api/context.ts';

/** A visitor without HTTP around them: `{ ...nobody, isAdmin: true }` is the author. */
export const nobody: Caller = {
  readerId: undefined,
  isUnrecognised: false,
  seat: undefined,
  isAdmin: false,
  sessionId: undefined,
  recentEntrance: undefined,
  device: 'un programma',
  site: { publicUrl: undefined, host: 'ferro.test' },
  challenge: undefined,
  isKnownDevice: false,
  isLocal: false,
  rememberReader: () => undefined,
  takeSeat: () => undefined,
  leaveSeat: () => undefined,
  rememberAdmin: () => undefined,
  forgetAdmin: () => undefined,
  rememberChallenge: () => undefined,
  limit: () => Promise.resolve(),
  guess: async (_action, attempt) => attempt(),
};
