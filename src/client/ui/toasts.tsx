import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { dismissToast, toastRules, useToasts } from './toast-store.ts';

const ToastRegion = lazy<() => ReactNode>(async () => {
  try {
    return { default: (await import('./toast-region.tsx')).ToastRegion };
  } catch {
    // If the chunk fails, plain toasts still show the message.
    return { default: PlainToasts };
  }
});

/**
 * Loads the toast region with the first toast or the first interaction, so that it is there when the connection breaks.
 * Its shortcut key moves the focus to it.
 */
export function Toasts() {
  const toasts = useToasts();
  const isTouched = useFirstTouch();
  if (toasts.length === 0 && !isTouched) return null;
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  );
}

function PlainToasts() {
  const [toast] = useToasts();
  useEffect(() => {
    if (!toast?.open) return undefined;
    const time = setTimeout(() => dismissToast(toast.id), toastRules.duration);
    return () => clearTimeout(time);
  }, [toast]);
  return (
    <p role="alert" className="part-awaited" hidden={!toast?.open}>
      {toast?.open && [toast.title, toast.description].filter(Boolean).join('. ')}
    </p>
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
    for (const type of ['keydown', 'pointerdown', 'pointermove', 'focusin', 'wheel', 'touchmove'])
      addEventListener(type, touch, { signal: waiting.signal, passive: true });
    return () => waiting.abort();
  }, []);
  return isTouched;
}

/** Replays a shortcut key pressed before the region had loaded. */
function repeatOnceThere({ key, code }: KeyboardEvent): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('.notices')) return;
    observer.disconnect();
    setTimeout(() => document.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true })));
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
