import { Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';

interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: ReactNode;
  /** Read to screen readers with the title; hidden when the title says it all. */
  description?: ReactNode;
  /** Classes of the panel: size, colours and type come from who opens it. */
  className?: string;
  children: ReactNode;
}

/** A modal window: focus stays inside and returns to where it was, Escape and the veil close it. */
export function Dialog({ open, onOpenChange, title, description, className = '', children }: DialogProps) {
  // Radix gives focus back to a trigger, and these dialogs have none: it goes back to whatever had it.
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-night-ink/80 backdrop-blur-[2px]" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={() => {
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          className={`fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-1/2 overflow-y-auto ${className}`}
        >
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
