import { createAtom } from '@tanstack/react-store';

export function createSignInPrompt() {
  const isOpen = createAtom(false);
  const isConfirming = createAtom(false);
  let waiting: ((signedIn: boolean) => void)[] = [];
  return {
    isOpen,
    /** The session is valid, but the action requires recent authentication. */
    isConfirming,
    /** Opens or joins the dialog. @returns whether the author signed in */
    ask(confirms = false): Promise<boolean> {
      isOpen.set(() => true);
      isConfirming.set(() => confirms);
      return new Promise((resolve) => waiting.push(resolve));
    },
    /** Closes the dialog and settles all waiting calls. */
    answer(signedIn: boolean): void {
      isOpen.set(() => false);
      const resolvers = waiting;
      waiting = [];
      for (const resolve of resolvers) resolve(signedIn);
    },
  };
}

export const signInPrompt = createSignInPrompt();
