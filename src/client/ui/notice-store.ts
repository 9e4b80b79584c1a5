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
const removals = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function set(next: readonly Notice[]): void {
  notices = next;
  // Whoever left the list, replaced or removed, is waited for no longer.
  for (const [id, timer] of removals) {
    if (next.some((notice) => notice.id === id)) continue;
    clearTimeout(timer);
    removals.delete(id);
  }
  for (const listener of listeners) listener();
}

/** Shows a notice in place of the one that is there, visible or dismissed. */
export function notify(notice: { title: string; description?: string; tone?: Notice['tone'] }): void {
  lastId += 1;
  const shown: Notice = { ...notice, tone: notice.tone ?? 'normal', id: lastId, open: true };
  set([shown, ...notices].slice(0, noticeRules.limit));
}

/** Hides a notice; it is forgotten after `removeDelay`, or when another takes its place. */
export function dismissNotice(id: number): void {
  if (!notices.some((notice) => notice.id === id && notice.open)) return;
  set(notices.map((notice) => (notice.id === id ? { ...notice, open: false } : notice)));
  removals.set(
    id,
    setTimeout(() => set(notices.filter((notice) => notice.id !== id)), noticeRules.removeDelay),
  );
}

/** The notices held now, dismissed ones included. */
export function readNotices(): readonly Notice[] {
  return notices;
}

export function subscribeToNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribeToNotices, readNotices, readNotices);
}
