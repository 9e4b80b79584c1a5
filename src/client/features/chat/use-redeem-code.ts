import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { conversation } from './conversation-store.ts';
import { broadcastChange } from './tabs.ts';

/** Submits an unlock code: raises the cached level, prints a line in the chat and shows a toast. */
export function useRedeemCode(celebrate: (from: number, to: number) => Promise<void>) {
  const utils = trpc.useUtils();

  /** He remarks on what he now remembers, in a message of his own; without it the code is no less accepted. */
  async function requestRemark(from: number, to: number) {
    await celebrate(from, to);
    await utils.client.chat.notice.mutate().catch(() => undefined);
    broadcastChange('level');
    await utils.chat.history.invalidate();
    await utils.chat.suggestions.invalidate();
    // The call names nobody where the cookie that came with the code was not kept.
    const { identifier } = await utils.client.readers.identifier.query();
    if (identifier) return;
    conversation.tellRefusedCookies(utils.chat.history.getData()?.messages);
    // The level went with the cookie: the badge does not go on promising it.
    await utils.readers.progress.invalidate();
  }

  return trpc.readers.redeem.useMutation({
    onSuccess({ maxSection }) {
      const from = utils.readers.progress.getData()?.maxSection ?? 0;
      utils.readers.progress.setData(undefined, (progress) => ({
        email: progress?.email ?? null,
        maxSection,
        ...(progress?.reached !== undefined &&
          progress.reached > maxSection && { reached: progress.reached }),
      }));
      conversation.printAccess(from, maxSection, utils.chat.history.getData()?.messages);
      showToast({
        title: 'AUTORIZZAZIONE ACCETTATA',
        description: `ACCESSO GARANTITO FINO ALLA SEZIONE ${maxSection}`,
      });
      requestRemark(from, maxSection).catch(() => undefined);
    },
    onError(error) {
      showToast({
        title: 'AUTORIZZAZIONE NEGATA',
        description: errorMessage(error, 'Codice non valido'),
        tone: 'destructive',
      });
    },
  });
}
