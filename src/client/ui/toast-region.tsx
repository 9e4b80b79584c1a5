import { Toast as Radix } from 'radix-ui';
import { dismissToast, toastRules, useToasts } from './toast-store.ts';
import './toasts.css';

const hotkey = [toastRules.hotkey];

/** The region where toasts appear: 5 s, swipe of 50 px to dismiss, F8 to reach it. */
export function ToastRegion() {
  const toasts = useToasts();
  return (
    <Radix.Provider
      // Radix pauses its clock while the pointer or the focus is on a toast, and if that toast is closed there the
      // clock never starts again: each toast gets a provider, and with it a clock, of its own.
      key={toasts[0]?.id}
      duration={toastRules.duration}
      swipeThreshold={toastRules.swipeThreshold}
      label="Avviso"
    >
      {toasts.map((toast) => (
        <Radix.Root
          key={toast.id}
          open={toast.open}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
          type={toast.tone === 'destructive' ? 'foreground' : 'background'}
          data-tone={toast.tone}
          className="toast"
        >
          <Radix.Title className="toast-title">{toast.title}</Radix.Title>
          {toast.description && (
            <Radix.Description className="toast-description">{toast.description}</Radix.Description>
          )}
          <Radix.Close aria-label="Chiudi l’avviso" className="toast-close">
            ×
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport hotkey={hotkey} label="Avvisi ({hotkey})" className="toast-region" />
    </Radix.Provider>
  );
}
