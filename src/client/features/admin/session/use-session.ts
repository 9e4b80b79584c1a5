import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/trpc.ts';
import { signInPrompt } from './sign-in-prompt.ts';

/** Queries with the author's data, removed from the cache on sign-out. */
const secretQueries = [
  trpc.sections.list,
  trpc.book.get,
  trpc.memoryCards.list,
  trpc.memoryCards.questions,
  trpc.memoryCards.writing,
  trpc.unlockCodes.list,
  trpc.musicCodes.list,
  trpc.summaries.progress,
  trpc.spoilerCheck.progress,
  trpc.keeping.get,
  trpc.modelSettings.get,
  trpc.auth.sessions,
  trpc.auth.recovery,
  trpc.passkeys.list,
] as const;

/** @returns a function that asks to sign in if needed, and returns whether the author is signed in */
export function useEnsureSession(): () => Promise<boolean> {
  const utils = trpc.useUtils();
  return async () => {
    const { authenticated } = await utils.client.auth.session.query();
    return authenticated || signInPrompt.ask();
  };
}

export function useSignOut() {
  const leave = useEndedSession();
  return trpc.auth.logout.useMutation({ onSuccess: leave });
}

/** @returns shows the sign-in page and clears the cache, once the session has ended */
export function useEndedSession(): () => void {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  return () => {
    utils.auth.session.setData(undefined, { authenticated: false });
    for (const query of secretQueries) queryClient.removeQueries({ queryKey: getQueryKey(query) });
  };
}
