import { useRef, useState } from 'react';
import { chatDescription, greeting, protagonist } from '../../../content/book.ts';
import { PageHead } from '../../page-head.tsx';
import { emptyWhenSignedOut, trpc } from '../../trpc.ts';
import { Announcer } from './announcer.tsx';
import { ChannelOpening } from './channel-opening.tsx';
import { ChannelState } from './channel-state.tsx';
import { ChatHeader } from './chat-header.tsx';
import { CodeBar } from './code-bar.tsx';
import { Composer } from './composer.tsx';
import { useConversation } from './conversation-store.ts';
import { buildLog, isPending, type LogItem } from './conversation.ts';
import { MessageLog } from './message-log.tsx';
import './terminal.css';
import { useHistory } from './use-history.ts';
import { useRedeemCode } from './use-redeem-code.ts';
import { useSendMessage } from './use-send-message.ts';
import { useVisibleHeight } from './use-visible-height.ts';

/** The terminal: header, code bar, log, input line and footer (specification, section 2, "Chat"). */
export function ChatScreen() {
  const screen = useRef<HTMLElement>(null);
  const authToggle = useRef<HTMLButtonElement>(null);
  const [isCodeBarOpen, setIsCodeBarOpen] = useState(false);
  const [code, setCode] = useState('');
  const progress = trpc.readers.progress.useQuery(undefined, { trpc: { context: emptyWhenSignedOut } });
  const history = useHistory();
  const redeem = useRedeemCode();
  const send = useSendMessage();
  const { turns, notices, draft, openedAt, announcement } = useConversation();
  useVisibleHeight(screen);

  const items = buildLog(history.messages, turns, notices);
  if (history.messages?.length === 0) items.unshift(greetingItem(openedAt));
  const pending = turns.find(isPending);

  function closeCodeBar() {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !activeElement?.closest('#code-bar');
    setIsCodeBarOpen(false);
    // A code may be accepted while the reader is already writing: then the focus stays in the input line.
    if (!isElsewhere) authToggle.current?.focus();
  }

  function validate() {
    const submitted = code.trim();
    if (!submitted || redeem.isPending) return;
    redeem.mutate(
      { code: submitted },
      {
        onSuccess() {
          setCode('');
          closeCodeBar();
        },
      },
    );
  }

  return (
    <main ref={screen} className="terminal">
      <PageHead title={`Chat con ${protagonist.name}`} description={chatDescription} path="/chat" />
      <div className="terminal-cabinet">
        <div className="terminal-tube">
          <ChatHeader
            maxSection={progress.data === null ? 0 : progress.data?.maxSection}
            isCodeBarOpen={isCodeBarOpen}
            onToggleCodeBar={() => (isCodeBarOpen ? closeCodeBar() : setIsCodeBarOpen(true))}
            authToggle={authToggle}
          />
          {isCodeBarOpen && (
            <CodeBar
              code={code}
              onChange={setCode}
              isPending={redeem.isPending}
              onValidate={validate}
              onClose={closeCodeBar}
            />
          )}
          <MessageLog items={items} isReady={history.messages !== undefined} newestTurn={turns.at(-1)?.id}>
            <ChannelOpening />
            <ChannelState history={history} isTyping={pending?.state === 'waiting' || history.isAwaited} />
          </MessageLog>
          <Composer draft={draft} isPending={pending !== undefined} onSend={() => void send()} />
          <footer className="terminal-footer">
            <span>ANTI-SPOILER: ATTIVO</span>
            <span>RISPOSTE GENERATE DA IA</span>
          </footer>
          <div className="terminal-glass" aria-hidden="true" />
        </div>
        <div className="terminal-plate" aria-hidden="true">
          <span className="terminal-plate-band" />
          <span className="terminal-plate-name">LINEA ALTA</span>
          <span>TERMINALE DI SERVIZIO TS-80</span>
          <span className="terminal-plate-lamp" data-busy={pending !== undefined} />
        </div>
      </div>
      <Announcer announcement={announcement} />
    </main>
  );
}

function greetingItem(at: string): LogItem {
  return { key: 'greeting', speaker: 'assistant', at, text: greeting };
}
