import { z } from 'zod';
import { addPasskey, passkey, passkeyLogin, passkeyOptions, renamePasskey } from '#shared/contracts/auth.ts';
import { adminProcedure, limitedProcedure, recentProcedure, router } from '#server/api/trpc.ts';
import { startSession } from './auth.router.ts';
import type { AuthServices } from './auth.service.ts';
import { relyingParty } from './relying-party.ts';

export const passkeysRouter = ({ passkeys, sessions }: Pick<AuthServices, 'passkeys' | 'sessions'>) =>
  router({
    list: adminProcedure({ summary: "The administrator's passkeys.", output: z.array(passkey) }).query(() =>
      passkeys.list(),
    ),
    askToAdd: recentProcedure({ summary: 'What a new passkey is to sign.', output: passkeyOptions }).mutation(
      async ({ ctx: { caller } }) => {
        const { options, cookie } = await passkeys.askToAdd(relyingParty(caller.site));
        caller.cookies.rememberChallenge(cookie);
        return options;
      },
    ),
    add: recentProcedure({ summary: 'Keeps a new passkey.', input: addPasskey, output: passkey }).mutation(
      ({ ctx: { caller }, input: { name, credential } }) => {
        const response = { party: relyingParty(caller.site), cookie: caller.cookies.challenge, credential };
        caller.cookies.rememberChallenge(undefined);
        return passkeys.add(response, name);
      },
    ),
    rename: adminProcedure({
      summary: 'Gives a passkey another name.',
      input: renamePasskey,
      output: passkey,
    }).mutation(({ input }) => passkeys.rename(input.id, input.name)),
    remove: recentProcedure({
      summary: 'Forgets a passkey.',
      input: renamePasskey.pick({ id: true }),
    }).mutation(({ input }) => passkeys.remove(input.id)),
    askToSignIn: limitedProcedure('login')({
      summary: 'What a passkey is to sign; a cookie keeps it for five minutes.',
      output: passkeyOptions,
    }).mutation(async ({ ctx: { caller } }) => {
      const { options, cookie } = await passkeys.askToSignIn(relyingParty(caller.site));
      caller.cookies.rememberChallenge(cookie);
      return options;
    }),
    signIn: limitedProcedure('login')({
      summary: 'Signs the administrator in with what the passkey signed.',
      input: passkeyLogin,
    }).mutation(async ({ ctx: { caller }, input: { credential } }) => {
      const response = { party: relyingParty(caller.site), cookie: caller.cookies.challenge, credential };
      caller.cookies.rememberChallenge(undefined);
      await caller.guess('login', () => passkeys.signIn(response));
      await startSession(sessions, caller, 'passkey');
    }),
  });
