import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { signInPrompt } from './sign-in-prompt.ts';

/** Asks to sign in again above any open dialog, while a call waits. */
export function SignInDialog() {
  const isOpen = useSelector(signInPrompt.isOpen);
  const isConfirming = useSelector(signInPrompt.isConfirming);
  // On unmount the waiting call fails.
  useEffect(() => () => signInPrompt.answer(false), []);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && signInPrompt.answer(false)}
      title={isConfirming ? 'Sei tu?' : 'La sessione è scaduta'}
      description={
        isConfirming
          ? 'Quello che stai cambiando decide chi entra: rientra, poi si va avanti.'
          : 'Rientra con la password: quello che stavi scrivendo è rimasto al suo posto.'
      }
      className="admin-dialog max-w-104!"
    >
      <SignInForm onSignedIn={() => signInPrompt.answer(true)} onCancel={() => signInPrompt.answer(false)} />
    </Dialog>
  );
}
