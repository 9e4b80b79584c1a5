import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { signInPrompt } from './sign-in-prompt.ts';

/** Asks for the password above whatever is open, while a call waits for it. */
export function SignInDialog() {
  const isOpen = useSelector(signInPrompt.isOpen);
  const isConfirming = useSelector(signInPrompt.isConfirming);
  // A call that waits when the panel is left fails, and the next visit starts without a question.
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
