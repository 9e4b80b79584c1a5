import { useSyncExternalStore } from 'react';
import type { AdminTab } from './admin-tabs.ts';

interface Wanted {
  tab: AdminTab;
  id: string;
}

let wanted: Wanted | undefined;
const listeners = new Set<() => void>();

function set(next: Wanted | undefined): void {
  wanted = next;
  for (const listener of listeners) listener();
}

/** Asks the tab for the dialog of one item; the tab shows it once it has its rows. */
export function wantEntity(tab: AdminTab, id: string): void {
  set({ tab, id });
}

export function forgetWanted(): void {
  if (wanted) set(undefined);
}

/** The id of the item whose dialog somebody asked this tab for. */
export function useWantedId(tab: AdminTab): string | undefined {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
  return now?.tab === tab ? now.id : undefined;
}
