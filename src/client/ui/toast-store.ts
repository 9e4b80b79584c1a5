import { createAtom, useSelector } from '@tanstack/react-store';

interface Toast {
  id: number;
  title: string;
  description?: string;
  tone: 'normal' | 'destructive';
  action?: { label: string; run(): void };
  open: boolean;
}

/** One visible toast at a time; a dismissed one is removed after 1,000,000 ms (specification, section 4). */
export const toastRules = {
  limit: 1,
  duration: 5000,
  removeDelay: 1_000_000,
  swipeThreshold: 50,
  hotkey: 'F8',
} as const;

/** Event: an Escape that reached a toast may be meant for a dialog; the dialog that closes on it cancels the event. */
export const escapeEvent = 'escape-past-toast';

export const toastStore = createAtom<readonly Toast[]>([]);

let lastId = 0;
const removalTimers = new Map<number, ReturnType<typeof setTimeout>>();

function setToasts(next: readonly Toast[]): void {
  toastStore.set(() => next);
  for (const [id, timer] of removalTimers) {
    if (next.some((toast) => toast.id === id)) continue;
    clearTimeout(timer);
    removalTimers.delete(id);
  }
}

export function showToast(
  toast: Pick<Toast, 'title' | 'description' | 'action'> & { tone?: Toast['tone'] },
): void {
  lastId += 1;
  const next: Toast = { ...toast, tone: toast.tone ?? 'normal', id: lastId, open: true };
  setToasts([next, ...toastStore.get()].slice(0, toastRules.limit));
}

export function dismissToast(id: number): void {
  const toasts = toastStore.get();
  if (!toasts.some((toast) => toast.id === id && toast.open)) return;
  setToasts(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  const remove = () => setToasts(toastStore.get().filter((toast) => toast.id !== id));
  removalTimers.set(id, setTimeout(remove, toastRules.removeDelay));
}

/** Dismisses errors on navigation, because they concern the previous page. */
export function dismissFaults(): void {
  for (const { id, tone } of toastStore.get()) if (tone === 'destructive') dismissToast(id);
}

export const useToasts = () => useSelector(toastStore);
