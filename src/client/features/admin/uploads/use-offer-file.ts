import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { showError } from '../error-toast.ts';
import { formatBytes } from '../format.ts';

const uploadAt = (url: string) => /^\/uploads\/([^?#]+)/.exec(url)?.[1];

/** Offers to delete a replaced file if it is unused. Errors are ignored: the file stays listed as unused. */
export function useOfferFile(): (url: string) => Promise<void> {
  const utils = trpc.useUtils();
  return async (url) => {
    const name = uploadAt(url);
    if (name === undefined) return;
    try {
      const { unused } = await utils.client.uploads.overview.query();
      const file = unused.find((candidate) => candidate.name === name);
      const question = (bytes: number) =>
        `Il suo file (${formatBytes(bytes)}) non è più usato da nient’altro. Eliminare anche il file?`;
      if (file && !file.byHand && window.confirm(question(file.bytes))) {
        await utils.client.uploads.delete.mutate({ names: [name], released: true });
        showToast({ title: 'File eliminato' });
      }
    } catch (error) {
      showError(error, 'Impossibile eliminare il file');
    } finally {
      await utils.uploads.overview.invalidate();
    }
  };
}
