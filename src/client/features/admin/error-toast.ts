import { errorMessage } from '#client/api-error.ts';
import { showToast } from '#client/ui/toast-store.ts';

export function showError(error: unknown, fallback: string): void {
  showToast({ title: 'Errore', description: errorMessage(error, fallback), tone: 'destructive' });
}
