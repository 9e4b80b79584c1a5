import { z } from 'zod';
import { addPasskey, passkey, passkeyLogin, passkeyOptions, renamePasskey } from '#shared/contracts/auth.ts';
import { adminProcedure, limitedProcedure, recentProcedure, router } from '#server/api/trpc.ts';
import { startSession } from './auth.router.ts';
import { relyingParty } from './relying-party.ts';

export const passkeysRouter = router({
  list: adminProcedure.output(z.array(passkey)).query(({ ctx }) => ctx.services.passkeys.list()),
  askToAdd: recentProcedure.output(passkeyOptions).mutation(async ({ ctx: { caller, services } }) => {
    const { options, cookie } = await services.passkeys.askToAdd(relyingParty(caller.site));
    caller.rememberChallenge(cookie);
    return options;
  }),
  add: recentProcedure
    .input(addPasskey)
    .output(passkey)
    .mutation(({ ctx: { caller, services }, input: { name, credential } }) => {
      const answered = { party: relyingParty(caller.site), cookie: caller.challenge, credential };
      caller.rememberChallenge(undefined);
      return services.passkeys.add(answered, name);
    }),
  rename: adminProcedure
    .input(renamePasskey)
    .output(passkey)
    .mutation(({ ctx, input }) => ctx.services.passkeys.rename(input.id, input.name)),
  remove: recentProcedure
    .input(renamePasskey.pick({ id: true }))
    .mutation(({ ctx, input }) => ctx.services.passkeys.remove(input.id)),
  askToSignIn: limitedProcedure('login')
    .output(passkeyOptions)
    .mutation(async ({ ctx: { caller, services } }) => {
      const { options, cookie } = await services.passkeys.askToSignIn(relyingParty(caller.site));
      caller.rememberChallenge(cookie);
      return options;
    }),
  signIn: limitedProcedure('login')
    .input(passkeyLogin)
    .mutation(async ({ ctx, input: { credential } }) => {
      const { caller, services } = ctx;
      const answered = { party: relyingParty(caller.site), cookie: caller.challenge, credential };
      caller.rememberChallenge(undefined);
      await caller.guess('login', () => services.passkeys.signIn(answered));
      await startSession(ctx, 'passkey');
    }),
});
