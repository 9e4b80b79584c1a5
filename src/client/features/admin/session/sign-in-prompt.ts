import { createAtom } from '@tanstack/react-store';

/** The question «sign in again», shared by every call that waits for its answer. */
export function createSignInPrompt() {
  const isOpen = createAtom(false);
  const isConfirming = createAtom(false);
  let waiting: ((signedIn: boolean) => void)[] = [];
  return {
    isOpen,
    /** Whether the session is still open, and what the author does wants to know again who they are. */
    isConfirming,
    /** Opens the dialog, or joins the one that is open. @returns whether the author signed in */
    ask(confirms = false): Promise<boolean> {
      isOpen.set(() => true);
      isConfirming.set(() => confirms);
      return new Promise((resolve) => waiting.push(resolve));
    },
    /** Closes the dialog and lets every waiting call go on, or fail. */
    answer(signedIn: boolean): void {
      isOpen.set(() => false);
      const resolvers = waiting;
      waiting = [];
      for (const resolve of resolvers) resolve(signedIn);
    },
  };
}

/** The panel's one prompt. */
export const signInPrompt = createSignInPrompt();
