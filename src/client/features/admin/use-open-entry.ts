import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { newEntry, tabOf, type AdminTab } from './panel-address.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The page before this one in the history is the same list, without the dialog. */
    openedFromList?: boolean;
  }
}

/** The entry of a tab whose dialog is open, as the address has it: Back closes it, a reload opens it again. */
export function useOpenEntry(tab: AdminTab) {
  const router = useRouter();
  const navigate = useNavigate();
  const voce = useSearch({
    from: '/admin',
    select: ({ scheda, voce }) => tabOf(scheda) === tab && voce,
  });
  const isClosing = useRef(false);

  /** Resolves once the dialog is gone. Nothing is asked: whoever calls has saved, or has asked already. */
  async function close(): Promise<void> {
    if (isClosing.current) return;
    isClosing.current = true;
    if (router.state.location.state.openedFromList) {
      const arrival = new Promise<void>((resolve) => {
        const unsubscribe = router.subscribe('onResolved', () => {
          unsubscribe();
          resolve();
        });
      });
      router.history.back({ ignoreBlocker: true });
      await arrival;
    } else {
      const search = { scheda: tab };
      await navigate({ to: '/admin', search, replace: true, ignoreBlocker: true, resetScroll: false });
    }
    isClosing.current = false;
  }

  return {
    entry: voce || undefined,
    open: (id: string = newEntry) =>
      void navigate({
        to: '/admin',
        search: { scheda: tab, voce: id },
        state: { openedFromList: true },
        resetScroll: false,
      }),
    close,
  };
}
