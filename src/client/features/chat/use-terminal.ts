import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { currentBook } from '#client/current-book.ts';
import { codeInHash, pairingCodeInHash } from '#shared/code-link.ts';
import { isLost, useRecovery } from '#client/use-recovery.ts';
import { emptyWhenSignedOut, trpc, type RouterOutputs } from '#client/trpc.ts';
import { readCommand, spokenLine, type Command } from './command.ts';
import { withoutHeldBack } from './conversation-state.ts';
import { conversation, useConversation } from './conversation-store.ts';
import { readRefusal, type CodeRefusal } from './code-refusal.ts';
import { buildLog, isPending, messageItem, type LogItem } from './conversation.ts';
import { levelText } from './format.ts';
import { useBars } from './use-bars.ts';
import { useLampEvent } from './use-lamp-event.ts';
import { useHistory } from './use-history.ts';
import { useRedeemCode } from './use-redeem-code.ts';
import { useReply } from './use-reply.ts';
import { useTools } from './use-tools.ts';

type Progress = Pick<RouterOutputs['readers']['progress'], 'maxSection' | 'reached'>;

const firstVisit: Progress = { maxSection: 0 };

export function useTerminal() {
  const query = trpc.readers.progress.useQuery(undefined, { trpc: { context: emptyWhenSignedOut } });
  const suggestions = trpc.chat.suggestions.useQuery(undefined, { trpc: { context: emptyWhenSignedOut } });
  const reply = useReply();
  const history = useHistory(reply.resume);
  const tools = useTools();
  const bars = useBars();
  const { turns, printed, draft, openedAt, announcement, reveal, shownAt } = useConversation();
  const isHeldBack = reveal !== undefined && reveal.text !== '';
  useShowAllOnTouch(isHeldBack);
  const lampEvent = useLampEvent();
  const codeBar = useCodeBar(bars.close, lampEvent.celebrate);
  const [linkedPairingCode, setLinkedPairingCode] = useState('');
  useLinkedCode(codeInHash, (code) => {
    codeBar.fill(code);
    bars.show('code');
  });
  function showDevices(code: string): void {
    setLinkedPairingCode(code);
    bars.show('devices');
  }
  useLinkedCode(pairingCodeInHash, showDevices);
  useRecovery(query, suggestions, history.query);
  useTakeUp(history.query, () => {
    const { retriable } = history;
    const cut = turns.at(-1);
    if (cut?.state !== 'cut') return;
    if (retriable?.content === cut.message) void reply.retry(retriable);
    else if (!retriable && draft.trim() === cut.message) void reply.send(draft);
  });
  /** `undefined` while loading; without a session, the first visit. */
  const progress = query.data === null ? firstVisit : query.data;

  function run(command: Command): void {
    conversation.setDraft('');
    switch (command.name) {
      case 'aiuto':
        return void tools.help();
      case 'riassunto':
        return void tools.recap();
      case 'scarica':
        return tools.download();
      case 'taccuino':
        return bars.show('notes');
      case 'schermo':
        return bars.show('screen');
      case 'prosegui':
        return showDevices('');
      case 'cancella':
        return bars.askToForget('messages');
      case 'dimenticami':
        return bars.askToForget('all');
      case 'codice':
        if (command.code) codeBar.redeem(command.code, { onRefused: () => bars.show('code') });
        else bars.show('code');
        return undefined;
      case 'livello':
        if (command.level !== undefined) return void tools.chooseLevel(command.level);
        return tools.print(levelText(progress ?? firstVisit));
      case 'unknown':
        return void tools.help(command.written);
    }
  }

  return {
    progress,
    suggestions: suggestions.isPending ? undefined : (suggestions.data?.questions ?? []),
    history,
    reply,
    tools,
    bars,
    codeBar,
    lampEvent,
    linkedPairingCode,
    showDevices,
    draft,
    announcement,
    pending: turns.find(isPending),
    isHeldBack,
    isTyping:
      turns.some(({ state }) => state === 'waiting') ||
      history.isAwaited ||
      (isHeldBack && reveal.shown === 0),
    items: [
      ...history.older.messages.map((message) => messageItem(`o${message.timestamp}`, message)),
      ...(history.messages?.length === 0 ? [greetingItem(openedAt)] : []),
      ...withoutHeldBack(buildLog(history.messages, turns, printed), reveal).map((item) =>
        item.speaker === 'assistant' ? { ...item, at: shownAt[item.at] ?? item.at } : item,
      ),
    ],
    newestTurn: Math.max(0, turns.at(-1)?.id ?? 0, printed.at(-1)?.id ?? 0),
    send(text: string): void {
      const command = readCommand(text.trim());
      if (command) run(command);
      else void reply.send(spokenLine(text));
    },
  };
}

export type Terminal = ReturnType<typeof useTerminal>;

function useShowAllOnTouch(isHeldBack: boolean): void {
  useEffect(() => {
    if (!isHeldBack) return undefined;
    const touch = new AbortController();
    for (const type of ['keydown', 'pointerdown'])
      window.addEventListener(type, conversation.showAll, { signal: touch.signal });
    return () => touch.abort();
  }, [isHeldBack]);
}

/**
 * After an outage, takes up the message that it cut. What failed while the server was there would fail again, and is
 * left to the reader.
 */
function useTakeUp(history: Terminal['history']['query'], takeUp: () => void): void {
  const wasLost = useRef(false);
  const end = useEffectEvent(takeUp);
  const { isSuccess, isFetching } = history;
  const isOut = isLost(history);
  useEffect(() => {
    if (isOut) wasLost.current = true;
    if (!wasLost.current || !isSuccess || isFetching) return;
    wasLost.current = false;
    end();
  }, [isOut, isSuccess, isFetching]);
}

/** Calls `open` with the code in the address's fragment, and removes it from the address. */
function useLinkedCode(read: (hash: string) => string | undefined, open: (code: string) => void): void {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const take = useEffectEvent((code: string) => {
    open(code);
    void navigate({ to: '/chat', hash: '', replace: true });
  });
  useEffect(() => {
    const code = read(hash);
    if (code !== undefined) take(code);
  }, [hash, read]);
}

interface RedeemEnds {
  onAccepted?(): void;
  onRefused?(): void;
}

function useCodeBar(close: () => void, celebrate: (from: number, to: number) => Promise<void>) {
  const [code, setCode] = useState('');
  const [isLinked, setLinked] = useState(false);
  const [refusal, setRefusal] = useState<CodeRefusal>();

  function change(typed: string, comesWithAddress = false): void {
    setCode(typed);
    setLinked(comesWithAddress);
    setRefusal(undefined);
  }
  const { mutate, isPending: isRedeeming } = useRedeemCode(celebrate);

  function redeem(typed: string, { onAccepted, onRefused }: RedeemEnds): void {
    const submitted = typed.trim();
    if (!submitted || isRedeeming) return;
    mutate(
      { code: submitted },
      {
        onSuccess: onAccepted,
        onError(error) {
          // A code refused by command moves to the bar, for correction.
          if (onRefused) change(submitted);
          setRefusal(readRefusal(error));
          onRefused?.();
        },
      },
    );
  }

  return {
    code,
    isPending: isRedeeming,
    redeem,
    isLinked,
    refusal,
    onChange: (typed: string) => change(typed),
    fill: (linked: string) => change(linked, true),
    onValidate: () =>
      redeem(code, {
        onAccepted() {
          change('');
          close();
        },
      }),
  };
}

const greetingItem = (at: string): LogItem => ({
  key: 'greeting',
  speaker: 'assistant',
  at,
  text: currentBook().character.greeting,
});
