import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { toApiError } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface Session {
  /**
   * Makes a call of the administrator's. If the session ended meanwhile it asks for the password above
   * whatever is open, so that nothing being typed is lost, and makes the call again.
   */
  withSession<T>(call: () => Promise<T>): Promise<T>;
  /** Whether the author is signed in, after asking for the password if it takes that. */
  ensureSession(): Promise<boolean>;
  signOut(): Promise<void>;
}

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession outside of SessionProvider');
  return session;
}

export function isSignedOut(error: unknown): boolean {
  const refusal = toApiError(error);
  return refusal?.status === 401 && refusal.code !== 'WRONG_PASSWORD';
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);

  const signInAgain = useCallback(() => {
    setAsking(true);
    return new Promise<boolean>((resolve) => waiting.current.push(resolve));
  }, []);

  const settle = useCallback((signedIn: boolean) => {
    setAsking(false);
    for (const resolve of waiting.current.splice(0)) resolve(signedIn);
  }, []);

  const session = useMemo<Session>(
    () => ({
      async withSession(call) {
        try {
          return await call();
        } catch (error) {
          if (!isSignedOut(error) || !(await signInAgain())) throw error;
          return call();
        }
      },
      async ensureSession() {
        const { authenticated } = await utils.client.auth.session.query();
        return authenticated || signInAgain();
      },
      async signOut() {
        await utils.client.auth.logout.mutate();
        utils.auth.session.setData(undefined, { authenticated: false });
        // The book and its codes do not stay in the browser's memory.
        for (const list of [
          trpc.sections.list,
          trpc.unlockCodes.list,
          trpc.musicCodes.list,
          trpc.summaries.progress,
          trpc.spoilerCheck.progress,
        ])
          queryClient.removeQueries({ queryKey: getQueryKey(list) });
      },
    }),
    [utils, queryClient, signInAgain],
  );

  return (
    <SessionContext value={session}>
      {children}
      <Dialog
        open={asking}
        onOpenChange={(open) => !open && settle(false)}
        title="La sessione è scaduta"
        description="Rientra con la password: quello che stavi scrivendo è rimasto al suo posto."
        className="admin-dialog admin-dialog-narrow"
      >
        <SignInForm onSignedIn={() => settle(true)} onCancel={() => settle(false)} />
      </Dialog>
    </SessionContext>
  );
}
