import { useCallback, useMemo } from 'react';
import { currentBook } from '#client/current-book.ts';
import type { ChatMessage, ChatReplyEvent } from '#shared/contracts/chat.ts';
import { ApiError, errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { conversation } from './conversation-store.ts';
import { isPending } from './conversation.ts';
import { BrokenTransmission, streamFrom, streamReply } from './reply-stream.ts';
import { playSound } from './sound-switch.ts';
import { broadcastChange } from './tabs.ts';

function applyEvent(id: number, event: ChatReplyEvent): void {
  if (event.type === 'delta') conversation.appendChunk(id, event.text);
  if (event.type === 'reset') conversation.resetReply(id);
  if (event.type === 'done') conversation.finishReply(id, event, currentBook().character.name);
  if (event.type === 'stopped') conversation.stopReply(id, event);
}

function reportFailure(id: number, error: unknown): void {
  conversation.failTurn(id, error instanceof ApiError ? 'refused' : 'cut');
  showToast({
    title: 'ERRORE DI TRASMISSIONE',
    description: errorMessage(error, 'Impossibile stabilire connessione'),
    tone: 'destructive',
  });
}

/** Not with reduced motion, nor on a hidden page. */
const isRhythmWelcome = () =>
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches && document.visibilityState === 'visible';

/**
 * Sends the input line and follows the reply; resumes, retries and stops replies. A reply continues when the page is
 * left.
 */
export function useReply() {
  const utils = trpc.useUtils();

  const settle = useCallback(async () => {
    broadcastChange('conversation');
    // Also after a failure: the server may have stored the message or the reply.
    await Promise.all([utils.chat.history.invalidate(), utils.chat.suggestions.invalidate()]);
  }, [utils]);

  /** A reply missing from the history means that the browser drops cookies. */
  const checkCookies = useCallback(async () => {
    const { messages = [] } = utils.chat.history.getData() ?? {};
    if (messages.length > 0) return;
    const { identifier } = await utils.client.readers.identifier.query();
    if (!identifier) conversation.tellRefusedCookies(messages);
  }, [utils]);

  return useMemo(
    () => ({
      async send(text: string): Promise<void> {
        const turn = conversation.beginTurn(text, utils.chat.history.getData()?.messages);
        if (!turn) return undefined;
        if (isRhythmWelcome()) conversation.paceReply(turn.id);
        // Old suggestions may not fit the reply.
        utils.chat.suggestions.setData(undefined, { questions: [] });
        broadcastChange('conversation');
        if (!navigator.cookieEnabled) conversation.tellRefusedCookies(utils.chat.history.getData()?.messages);
        playSound('relay');
        try {
          for await (const event of streamReply(turn)) applyEvent(turn.id, event);
        } catch (error) {
          reportFailure(turn.id, error);
          return settle();
        }
        await settle();
        await checkCookies().catch(() => undefined);
        return undefined;
      },

      async resume(question: ChatMessage): Promise<void> {
        let turn: { id: number } | undefined;
        try {
          for await (const event of streamFrom('chat.pending')) {
            turn ??= conversation.resumeTurn(question, utils.chat.history.getData()?.messages ?? []);
            if (!turn) return;
            applyEvent(turn.id, event);
          }
        } catch (error) {
          if (turn) reportFailure(turn.id, error);
          // Ended without an event: the server is not answering that message.
          else if (error instanceof BrokenTransmission) conversation.markUnanswered(question.timestamp);
        }
        await utils.chat.history.invalidate();
        await utils.chat.suggestions.invalidate();
      },

      /** Regenerates the last reply without sending the message again. */
      async retry(question: ChatMessage): Promise<void> {
        const history = utils.chat.history.getData();
        const messages = history?.messages.slice(0, history.messages.indexOf(question) + 1) ?? [];
        utils.chat.history.setData(undefined, { ...history, messages: messages });
        const turn = conversation.resumeTurn(question, messages);
        if (!turn) return;
        if (isRhythmWelcome()) conversation.paceReply(turn.id);
        try {
          for await (const event of streamFrom('chat.retry', {})) applyEvent(turn.id, event);
        } catch (error) {
          reportFailure(turn.id, error);
        }
        await settle();
      },

      async stop(): Promise<void> {
        if (!conversation.store.get().turns.some(isPending)) return;
        // If the stop fails, the reply continues visibly.
        await utils.client.chat.stop.mutate().catch(() => undefined);
      },
    }),
    [utils, settle, checkCookies],
  );
}
