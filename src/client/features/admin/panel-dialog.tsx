import type { ReactNode } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';

interface PanelDialogProps {
  title: ReactNode;
  /** Read to screen readers with the title. */
  description?: ReactNode;
  size?: 'medium' | 'wide';
  /** The browser's Back closes it; one with an address of its own is closed by that anyway. */
  closesOnBack?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** A window of the panel, open for as long as it is there. */
export function PanelDialog({ size, onClose, ...shown }: PanelDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={size ? `admin-dialog admin-dialog-${size}` : 'admin-dialog'}
      {...shown}
    />
  );
}
