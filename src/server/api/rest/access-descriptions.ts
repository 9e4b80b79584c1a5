import { z } from 'zod';
import {
  addPasskey,
  adminSession,
  changePassword,
  login,
  openSessions,
  passkey,
  passkeyLogin,
  passkeyOptions,
  recoveryCodes,
  recoveryLogin,
  recoveryState,
  renamePasskey,
  setIdle,
} from '#shared/contracts/auth.ts';
import type { DescriptionsOf } from './description.ts';

/** The calls of signing in, of sessions and of passkeys. */
export const accessDescriptions: DescriptionsOf<'auth' | 'passkeys'> = {
  'auth.login': {
    summary: 'Signs the administrator in: the cookie that the other calls of the administrator need.',
    input: login,
  },
  'auth.logout': { summary: 'Ends the session of this browser.' },
  'auth.loginWithCode': {
    summary: 'Signs the administrator in with a recovery code, which is used up by that.',
    input: recoveryLogin,
  },
  'auth.changePassword': {
    summary: 'Changes the password and ends every other session.',
    input: changePassword,
  },
  'auth.sessions': { summary: 'Where the administrator is signed in.', output: openSessions },
  'auth.setIdle': {
    summary: 'After how many hours without a call a session ends.',
    input: setIdle,
    output: openSessions,
  },
  'auth.endSession': { summary: 'Ends the session of one browser.' },
  'auth.endSessions': { summary: 'Ends every session of the administrator.' },
  'auth.recovery': { summary: 'How many recovery codes are left.', output: recoveryState },
  'auth.makeRecovery': {
    summary: 'Makes ten new recovery codes, shown this once, in the place of all before.',
    output: recoveryCodes,
  },
  'passkeys.askToSignIn': {
    summary: 'What a passkey is to sign; a cookie keeps it for five minutes.',
    output: passkeyOptions,
  },
  'passkeys.signIn': {
    summary: 'Signs the administrator in with what the passkey signed.',
    input: passkeyLogin,
  },
  'passkeys.list': { summary: "The administrator's passkeys.", output: z.array(passkey) },
  'passkeys.askToAdd': { summary: 'What a new passkey is to sign.', output: passkeyOptions },
  'passkeys.add': { summary: 'Keeps a new passkey.', input: addPasskey, output: passkey },
  'passkeys.rename': { summary: 'Gives a passkey another name.', input: renamePasskey, output: passkey },
  'passkeys.remove': { summary: 'Forgets a passkey.' },
  'auth.session': { summary: 'Whether the caller is signed in.', output: adminSession },
};
