import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/trpc.ts';
import { signInPrompt } from './sign-in-prompt.ts';

/** What holds text of the book or its codes: none of it stays in the browser after signing out. */
const secretQueries = [
  trpc.sections.list,
  trpc.memoryCards.list,
  trpc.memoryCards.questions,
  trpc.memoryCards.writing,
  trpc.unlockCodes.list,
  trpc.musicCodes.list,
  trpc.summaries.progress,
  trpc.spoilerCheck.progress,
] as const;

/** @returns a function that tells whether the author is signed in, after asking for the password if need be */
export function useEnsureSession(): () => Promise<boolean> {
  const utils = trpc.useUtils();
  return async () => {
    const { authenticated } = await utils.client.auth.session.query();
    return authenticated || signInPrompt.ask();
  };
}

/** Ends the session on every device and empties the browser's memory of the book. */
export function useSignOut() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  return trpc.auth.logout.useMutation({
    onSuccess() {
      utils.auth.session.setData(undefined, { authenticated: false });
      for (const query of secretQueries) queryClient.removeQueries({ queryKey: getQueryKey(query) });
    },
  });
}
