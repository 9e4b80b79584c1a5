import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { toastRules, useToasts } from './toast-store.ts';
import { usePageArrived } from './use-page-arrived.ts';

const ToastRegion = lazy<() => ReactNode>(async () => {
  try {
    return { default: (await import('./toast-region.tsx')).ToastRegion };
  } catch {
    // A line that breaks just now must not take the page with it.
    return { default: () => null };
  }
});

/**
 * The toasts: they come with the first one, or when the page has arrived, so that a line which breaks later still finds them
 * here; in the chat, whose own script is the largest, when the page is first touched. Who touches it with their key is taken to
 * their region.
 */
export function Toasts() {
  const toasts = useToasts();
  const isTouched = useFirstTouch();
  const arrived = usePageArrived();
  const isDue = isTouched || (arrived && location.pathname !== '/chat');
  if (toasts.length === 0 && !isDue) return null;
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  );
}

function useFirstTouch(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    const waiting = new AbortController();
    const touch = (event: Event) => {
      setTouched(true);
      waiting.abort();
      if (event instanceof KeyboardEvent && event.key === toastRules.hotkey) repeatOnceThere(event);
    };
    for (const type of ['keydown', 'pointerdown', 'pointermove', 'focusin'])
      addEventListener(type, touch, { signal: waiting.signal, passive: true });
    return () => waiting.abort();
  }, []);
  return isTouched;
}

/** The key was pressed before its region was here to hear it. */
function repeatOnceThere({ key, code }: KeyboardEvent): void {
  const sight = new MutationObserver(() => {
    if (!document.querySelector('.notices')) return;
    sight.disconnect();
    setTimeout(() => document.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true })));
  });
  sight.observe(document.body, { childList: true, subtree: true });
}
