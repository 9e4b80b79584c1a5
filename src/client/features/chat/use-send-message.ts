import { useCallback } from 'react';
import { protagonist } from '../../../content/book.ts';
import { ApiError, noticeText } from '../../api-error.ts';
import { trpc } from '../../trpc.ts';
import { notify } from '../../ui/notice-store.ts';
import { conversation } from './conversation-store.ts';
import { streamReply } from './reply-stream.ts';

/**
 * Sends what stands in the input line and follows the reply. It does not stop when the page is left: the
 * reply is written to its end, here and on the server.
 */
export function useSendMessage(): () => Promise<void> {
  const utils = trpc.useUtils();
  return useCallback(async () => {
    const turn = conversation.begin(conversation.read().draft, utils.chat.history.getData()?.messages);
    if (!turn) return;
    try {
      for await (const event of streamReply(turn.message)) {
        if (event.type === 'delta') conversation.hear(turn.id, event.text);
        if (event.type === 'reset') conversation.takeBack(turn.id);
        if (event.type === 'done') {
          conversation.finish(turn.id, event.response, event.timestamp, protagonist.name);
        }
      }
    } catch (error) {
      conversation.fail(turn.id, error instanceof ApiError ? 'refused' : 'cut');
      notify({
        title: 'ERRORE DI TRASMISSIONE',
        description: noticeText(error, 'Impossibile stabilire connessione'),
        tone: 'destructive',
      });
    }
    // After a failure too: the server may have kept the message, or finished the reply.
    await utils.chat.history.invalidate();
  }, [utils]);
}
