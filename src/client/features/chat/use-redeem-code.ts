import { noticeText } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { notify } from '#client/ui/notice-store.ts';
import { conversation } from './conversation-store.ts';
import { tellTabs } from './tabs.ts';

/** Submits an unlock code: raises the cached level, tells the chat and the reader. */
export function useRedeemCode() {
  const utils = trpc.useUtils();

  /** What he notices now that he remembers more is a message of his own; without it the code is no less accepted. */
  async function notice() {
    await utils.client.chat.notice.mutate().catch(() => undefined);
    tellTabs('level');
    await utils.chat.history.invalidate();
    await utils.chat.suggestions.invalidate();
  }

  return trpc.readers.redeem.useMutation({
    onSuccess({ maxSection }) {
      utils.readers.progress.setData(undefined, (known) => ({
        email: known?.email ?? null,
        maxSection,
        ...(known?.reached !== undefined && known.reached > maxSection && { reached: known.reached }),
      }));
      conversation.extendAccess(maxSection, utils.chat.history.getData()?.messages);
      notify({
        title: 'AUTORIZZAZIONE ACCETTATA',
        description: `ACCESSO GARANTITO FINO ALLA SEZIONE ${maxSection}`,
      });
      void notice();
    },
    onError(error) {
      notify({
        title: 'AUTORIZZAZIONE NEGATA',
        description: noticeText(error, 'Codice non valido'),
        tone: 'destructive',
      });
    },
  });
}
