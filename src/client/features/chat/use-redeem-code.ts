import { noticeText } from '../../api-error.ts';
import { trpc } from '../../trpc.ts';
import { notify } from '../../ui/notice-store.ts';
import { conversation } from './conversation-store.ts';

/** Submits an unlock code: raises the cached level, tells the chat and the reader. */
export function useRedeemCode() {
  const utils = trpc.useUtils();
  return trpc.readers.redeem.useMutation({
    onSuccess({ maxSection }) {
      utils.readers.progress.setData(undefined, (known) => ({ email: known?.email ?? null, maxSection }));
      conversation.extendAccess(maxSection, utils.chat.history.getData()?.messages);
      notify({
        title: 'AUTORIZZAZIONE ACCETTATA',
        description: `ACCESSO GARANTITO FINO ALLA SEZIONE ${maxSection}`,
      });
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
