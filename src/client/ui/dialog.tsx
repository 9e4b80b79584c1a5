import { Dialog as Radix } from 'radix-ui';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { afterStepsBack, useOpenDialog } from './open-dialogs.ts';

interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: ReactNode;
  /** Read to screen readers with the title; optional when the title is enough. */
  description?: ReactNode;
  className?: string;
  /** Adds a × button with this name, always visible while scrolling. */
  closeLabel?: string;
  onKeyDown?(event: KeyboardEvent): void;
  closesOnBack?: boolean;
  children: ReactNode;
}

/** A modal dialog: traps the focus and restores it on close; Escape and the overlay close it. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, className = '', children } = props;
  const { closeLabel, closesOnBack = false, onKeyDown } = props;
  useOpenDialog(open, closesOnBack, () => onOpenChange(false));
  // Radix restores the focus to a trigger; these dialogs have none.
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-night-ink/80 backdrop-blur-[2px] print:hidden" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            const start = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
              '[data-opens-here]',
            );
            if (!start) return;
            event.preventDefault();
            start.focus();
            // A text is read from its beginning.
            if (start instanceof HTMLTextAreaElement) start.setSelectionRange(0, 0);
          }}
          onKeyDown={onKeyDown}
          onInteractOutside={(event) => {
            // A click on a toast above the dialog must not close it.
            if (event.target instanceof Element && event.target.closest('.notices')) event.preventDefault();
          }}
          onCloseAutoFocus={() => {
            const { current } = opener;
            // Firefox, going back to an address with a fragment, takes the focus there.
            if (current instanceof HTMLElement) afterStepsBack(() => current.focus());
          }}
          className={`fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-1/2 overflow-y-auto ${className}`}
        >
          {closeLabel && (
            <Radix.Close className="dialog-close" aria-label={closeLabel}>
              <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
                <path d="m5 5 14 14M19 5 5 19" stroke="currentColor" strokeWidth="2" />
              </svg>
            </Radix.Close>
          )}
          <Radix.Title className="dialog-title">{title}</Radix.Title>
          {description && <Radix.Description className="dialog-description">{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const DialogClose = Radix.Close;
