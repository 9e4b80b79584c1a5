import { observable, type Unsubscribable } from '@trpc/server/observable';
import { toApiError } from '#client/api-error.ts';
import type { ServerLink } from '#client/trpc.ts';
import { signInPrompt } from './sign-in-prompt.ts';

type AskToSignIn = (confirms: boolean) => Promise<boolean>;

/** Call context: whether a 401 asks to sign in again. By default mutations do and queries do not. */
export const asksToSignIn = { asksToSignIn: true } as const;
export const neverAsksToSignIn = { asksToSignIn: false } as const;

export function isSignedOut(error: unknown): boolean {
  const refusal = toApiError(error);
  return refusal?.status === 401 && refusal.code !== 'WRONG_PASSWORD';
}

const wantsConfirmation = (error: unknown) => toApiError(error)?.code === 'NOT_RECENT';

/** On a 401 the call waits for a new sign-in and is repeated, so that no input is lost; if declined, it fails. */
export const signInAgainLink =
  (askToSignIn: AskToSignIn): ServerLink =>
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let subscription: Unsubscribable | undefined;
      let isDropped = false;
      const isAsking = op.context.asksToSignIn ?? op.type === 'mutation';
      const send = (isRepeated: boolean) => {
        subscription = next(op).subscribe({
          next: (result) => observer.next(result),
          complete: () => observer.complete(),
          error(error) {
            if (!isAsking || isRepeated || !isSignedOut(error)) return observer.error(error);
            void askToSignIn(wantsConfirmation(error)).then((signedIn) => {
              if (isDropped) return;
              if (signedIn) send(true);
              else observer.error(error);
            });
          },
        });
      };
      send(false);
      return () => {
        isDropped = true;
        subscription?.unsubscribe();
      };
    });

/** The same for calls outside tRPC, such as uploads. */
export async function repeatAfterSignIn<T>(
  call: () => Promise<T>,
  askToSignIn: AskToSignIn = signInPrompt.ask,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isSignedOut(error) || !(await askToSignIn(wantsConfirmation(error)))) throw error;
    return call();
  }
}
