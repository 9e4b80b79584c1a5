import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { conversation } from './conversation-store.ts';
import { broadcastChange } from './tabs.ts';

export function useRedeemCode(celebrate: (from: number, to: number) => Promise<void>) {
  const utils = trpc.useUtils();

  /** Requests his remark on the new sections; the code is accepted even without it. */
  async function requestRemark(from: number, to: number) {
    await celebrate(from, to);
    await utils.client.chat.notice.mutate().catch(() => undefined);
    broadcastChange('level');
    await utils.chat.history.invalidate();
    await utils.chat.suggestions.invalidate();
    // Without an identifier the browser did not keep the cookie that came with the code.
    const { identifier } = await utils.client.readers.identifier.query();
    if (identifier) return;
    conversation.tellRefusedCookies(utils.chat.history.getData()?.messages);
    // The level is lost with the cookie: refresh the badge.
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
