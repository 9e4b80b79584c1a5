import { Toast as Radix } from 'radix-ui';
import { dismissToast, escapeEvent, toastRules, useToasts } from './toast-store.ts';
import './toasts.css';

const hotkey = [toastRules.hotkey];

/** Toasts: 5 s, swipe of 50 px to dismiss, F8 to focus. */
export function ToastRegion() {
  const toasts = useToasts();
  return (
    <Radix.Provider
      // Radix pauses its timer while a toast has pointer or focus and does not resume it if that toast is closed then:
      // each toast gets its own provider and timer.
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
          onEscapeKeyDown={(event) => {
            // Escape with the focus in a dialog belongs to the dialog.
            if (document.activeElement?.closest('.notices')) return;
            if (!dispatchEvent(new Event(escapeEvent, { cancelable: true }))) event.preventDefault();
          }}
          type={toast.tone === 'destructive' ? 'foreground' : 'background'}
          data-tone={toast.tone}
          className="toast"
        >
          <Radix.Title className="[font:600_0.9375rem/1.5_var(--font-mono)] tracking-[0.03em]">
            {toast.title}
          </Radix.Title>
          {toast.description && (
            <Radix.Description className="[font:400_1.0625rem/1.35_var(--font-condensed)] text-paper-shade text-balance">
              {toast.description}
            </Radix.Description>
          )}
          {toast.action && (
            <Radix.Action altText={toast.action.label} className="toast-action" onClick={toast.action.run}>
              {toast.action.label}
            </Radix.Action>
          )}
          <Radix.Close
            aria-label="Chiudi l’avviso"
            className="absolute top-[0.15rem] right-[0.15rem] w-11 h-11 text-[1.4rem] leading-none focus-visible:-outline-offset-4"
          >
            ×
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        hotkey={hotkey}
        label="Avvisi ({hotkey})"
        className="notices fixed top-[calc(var(--toast-top,0px)_+_env(safe-area-inset-top))] right-[env(safe-area-inset-right)] z-100 w-[min(25rem,calc(100vw_-_1.5rem))] m-3 focus-visible:[outline:2px_solid_var(--color-lamp)] focus-visible:outline-offset-3"
      />
    </Radix.Provider>
  );
}
