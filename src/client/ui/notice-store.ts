import { useSyncExternalStore } from 'react';

export interface Notice {
  id: number;
  title: string;
  description?: string;
  tone: 'normal' | 'destructive';
  open: boolean;
}

/** At most one notice is visible at a time; a dismissed one is forgotten after 1,000,000 ms (specification, section 4). */
export const noticeRules = {
  limit: 1,
  duration: 5000,
  removeDelay: 1_000_000,
  swipeThreshold: 50,
  hotkey: 'F8',
} as const;

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows a notice in place of the one that is visible. */
export function notify(notice: { title: string; description?: string; tone?: Notice['tone'] }): void {
  lastId += 1;
  const shown: Notice = { ...notice, tone: notice.tone ?? 'normal', id: lastId, open: true };
  set([shown, ...notices].slice(0, noticeRules.limit));
}

export function dismissNotice(id: number): void {
  set(notices.map((notice) => (notice.id === id ? { ...notice, open: false } : notice)));
  setTimeout(() => set(notices.filter((notice) => notice.id !== id)), noticeRules.removeDelay);
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notices,
  );
}
