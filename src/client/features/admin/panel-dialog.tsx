import type { ReactNode } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';

interface PanelDialogProps {
  title: ReactNode;
  description?: ReactNode;
  size?: 'medium' | 'wide';
  /** Back closes it; not for a dialog with its own address. */
  closesOnBack?: boolean;
  onClose(): void;
  children: ReactNode;
}

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
