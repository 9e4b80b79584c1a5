import { errorMessage } from '#client/api-error.ts';
import { showToast } from '#client/ui/toast-store.ts';

/** Tells the author that something failed: the server's sentence, or `fallback` when there is none. */
export function showError(error: unknown, fallback: string): void {
  showToast({ title: 'Errore', description: errorMessage(error, fallback), tone: 'destructive' });
}
