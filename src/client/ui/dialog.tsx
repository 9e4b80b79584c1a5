import { Dialog as Radix } from 'radix-ui';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useOpenDialog } from './open-dialogs.ts';

interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: ReactNode;
  /** Read to screen readers with the title; hidden when the title says it all. */
  description?: ReactNode;
  /** Classes of the panel: size, colours and type come from who opens it. */
  className?: string;
  /** With this name a button with an × stands at the top, in reach however far the dialog is scrolled. */
  closeLabel?: string;
  onKeyDown?(event: KeyboardEvent): void;
  /** The browser's Back, and the phone's, close it. */
  closesOnBack?: boolean;
  children: ReactNode;
}

/** A modal window: focus stays inside and returns to where it was, Escape and the veil close it. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, className = '', children } = props;
  const { closeLabel, closesOnBack = false, onKeyDown } = props;
  useOpenDialog(open, closesOnBack, () => onOpenChange(false));
  // Radix gives focus back to a trigger, and these dialogs have none: it goes back to whatever had it.
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
          }}
          onKeyDown={onKeyDown}
          onInteractOutside={(event) => {
            // A notice lies above the dialog: to close it, or to read it, is not to leave the dialog.
            if (event.target instanceof Element && event.target.closest('.notices')) event.preventDefault();
          }}
          onCloseAutoFocus={() => {
            if (opener.current instanceof HTMLElement) opener.current.focus();
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

/** Closes the dialog that it stands in. */
export const DialogClose = Radix.Close;
