import { lazy, Suspense, useRef, useState } from 'react';
import { chatDescription, greeting, protagonist } from '#content/book.ts';
import { PageHead } from '#client/page-head.tsx';
import { emptyWhenSignedOut, trpc } from '#client/trpc.ts';
import { Announcer } from './announcer.tsx';
import { ChannelOpening } from './channel-opening.tsx';
import { ChannelState } from './channel-state.tsx';
import { ChatHeader } from './chat-header.tsx';
import { CodeBar } from './code-bar.tsx';
import { readCommand, type Command } from './command.ts';
import { Composer } from './composer.tsx';
import { conversation, useConversation } from './conversation-store.ts';
import { buildLog, isPending, type LogItem } from './conversation.ts';
import { progressBadge } from './format.ts';
import { MessageLog } from './message-log.tsx';
import { Suggestions } from './suggestions.tsx';
import './terminal.css';
import { useHistory } from './use-history.ts';
import { useRedeemCode } from './use-redeem-code.ts';
import { useReply } from './use-reply.ts';
import { useTools } from './use-tools.ts';
import { useVisibleHeight } from './use-visible-height.ts';

/** Comes when it is first opened: whoever only talks does not wait for it. */
const MenuBar = lazy(() => import('./menu-bar.tsx').then((module) => ({ default: module.MenuBar })));

/** The terminal: header, bars, log, suggestions, input line and footer (specification, section 2, "Chat"). */
export function ChatScreen() {
  const screen = useRef<HTMLElement>(null);
  const authToggle = useRef<HTMLButtonElement>(null);
  const menuToggle = useRef<HTMLButtonElement>(null);
  const [openBar, setOpenBar] = useState<'code' | 'menu'>();
  const [isForgetting, setIsForgetting] = useState(false);
  const [code, setCode] = useState('');
  const progress = trpc.readers.progress.useQuery(undefined, { trpc: { context: emptyWhenSignedOut } });
  const reply = useReply();
  const history = useHistory(reply.resume);
  const suggestions = trpc.chat.suggestions.useQuery(undefined, { trpc: { context: emptyWhenSignedOut } });
  const redeem = useRedeemCode();
  const tools = useTools();
  const { turns, notices, draft, openedAt, announcement } = useConversation();
  useVisibleHeight(screen);

  const items = buildLog(history.messages, turns, notices);
  if (history.messages?.length === 0) items.unshift(greetingItem(openedAt));
  const pending = turns.find(isPending);
  const { maxSection = 0, reached } = progress.data ?? {};

  function close(bar: 'code' | 'menu') {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !activeElement?.closest(`#${bar}-bar`);
    setOpenBar(undefined);
    setIsForgetting(false);
    // A code may be accepted while the reader is already writing: then the focus stays in the input line.
    if (!isElsewhere) (bar === 'code' ? authToggle : menuToggle).current?.focus();
  }

  function validate(typed: string, fromBar: boolean) {
    const submitted = typed.trim();
    if (!submitted || redeem.isPending) return;
    redeem.mutate(
      { code: submitted },
      {
        onSuccess() {
          if (!fromBar) return;
          setCode('');
          close('code');
        },
      },
    );
  }

  function obey(command: Command) {
    conversation.write('');
    switch (command.name) {
      case 'aiuto':
        return tools.help();
      case 'riassunto':
        return void tools.recap();
      case 'scarica':
        return tools.download();
      case 'cancella':
        setIsForgetting(true);
        return setOpenBar('menu');
      case 'codice':
        return command.code ? validate(command.code, false) : setOpenBar('code');
      case 'livello':
        return command.level === undefined
          ? tools.print(
              reached === undefined
                ? `LIVELLO ${progressBadge(maxSection)}.`
                : `LIVELLO ${progressBadge(maxSection)}, IN RILETTURA. SBLOCCATO FINO A ${progressBadge(reached)}.`,
            )
          : void tools.chooseLevel(command.level);
      case 'unknown':
        return tools.help(command.written);
    }
  }

  function send(text: string) {
    const command = readCommand(text.trim());
    if (command) obey(command);
    else void reply.send(text);
  }

  const { retriable } = history;
  return (
    <main ref={screen} className="terminal">
      <PageHead title={`Chat con ${protagonist.name}`} description={chatDescription} path="/chat" />
      <div className="terminal-cabinet">
        <div className="terminal-tube">
          <ChatHeader
            maxSection={progress.data === null ? 0 : progress.data?.maxSection}
            reached={reached}
            isCodeBarOpen={openBar === 'code'}
            onToggleCodeBar={() => (openBar === 'code' ? close('code') : setOpenBar('code'))}
            authToggle={authToggle}
            isMenuOpen={openBar === 'menu'}
            onToggleMenu={() => (openBar === 'menu' ? close('menu') : setOpenBar('menu'))}
            menuToggle={menuToggle}
          />
          {openBar === 'code' && (
            <CodeBar
              code={code}
              onChange={setCode}
              isPending={redeem.isPending}
              onValidate={() => validate(code, true)}
              onClose={() => close('code')}
            />
          )}
          {openBar === 'menu' && (
            <Suspense>
              <MenuBar
                maxSection={maxSection}
                reached={reached ?? maxSection}
                isForgetting={isForgetting}
                onAskToForget={setIsForgetting}
                onRecap={() => void tools.recap()}
                onDownload={tools.download}
                onForget={() => {
                  void tools.forget();
                  close('menu');
                }}
                onHelp={() => tools.help()}
                onChooseLevel={(level) => void tools.chooseLevel(level)}
                onClose={() => close('menu')}
              />
            </Suspense>
          )}
          <MessageLog
            items={items}
            isReady={history.messages !== undefined}
            newestTurn={Math.max(0, turns.at(-1)?.id ?? 0, notices.at(-1)?.id ?? 0)}
          >
            <ChannelOpening />
            <ChannelState
              history={history}
              isTyping={pending?.state === 'waiting' || history.isAwaited}
              onRetry={retriable && (() => void reply.retry(retriable))}
            />
          </MessageLog>
          <div className="terminal-line">
            {!pending && draft === '' && (
              <Suggestions
                questions={suggestions.isPending ? undefined : (suggestions.data?.questions ?? [])}
                onAsk={(text) => void reply.send(text)}
              />
            )}
            <Composer
              draft={draft}
              isPending={pending !== undefined}
              onSend={() => send(draft)}
              onStop={reply.stop}
            />
          </div>
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
