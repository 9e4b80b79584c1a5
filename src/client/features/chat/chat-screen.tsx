import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { currentBook, plateOf } from '#client/current-book.ts';
import { PageHead } from '#client/page-head.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Announcer } from './announcer.tsx';
import { ChannelOpening } from './channel-opening.tsx';
import { ChannelState } from './channel-state.tsx';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer.tsx';
import { MessageLog } from './message-log.tsx';
import { OlderMessages } from './older-messages.tsx';
import type { LampEvent } from './redeem-event.tsx';
import { Suggestions } from './suggestions.tsx';
import { playCarrier } from './sound-switch.ts';
import './terminal.css';
import { useTerminal, type Terminal } from './use-terminal.ts';
import { useVisibleHeight } from './use-visible-height.ts';

const MenuBar = lazyPart(async () => (await import('./menu-bar.tsx')).MenuBar);

const CodeBar = lazyPart(async () => (await import('./code-bar.tsx')).CodeBar);
const NotesBar = lazyPart(async () => (await import('./notes-bar.tsx')).NotesBar);
const ComfortBar = lazyPart(async () => (await import('./comfort-bar.tsx')).ComfortBar);
const DevicesBar = lazyPart(async () => (await import('./devices-bar.tsx')).DevicesBar);
const LampBoard = lazyPart(async () => (await import('./lamp-board.tsx')).LampBoard);
/** Decorative: without it codes still work. */
const RedeemEvent = lazy<(event: LampEvent) => ReactNode>(async () => {
  const part = await import('./redeem-event.tsx').catch(() => undefined);
  return { default: part?.RedeemEvent ?? (() => null) };
});

/** The terminal (specification, section 2, "Chat"). */
export function ChatScreen() {
  const screen = useRef<HTMLElement>(null);
  const terminal = useTerminal();
  const { history, reply, pending, draft, suggestions } = terminal;
  const { retriable } = history;
  const isBusy = pending !== undefined;
  useEffect(() => (isBusy ? playCarrier() : undefined), [isBusy]);
  useVisibleHeight(screen);
  return (
    <main ref={screen} className="terminal">
      <PageHead
        title={`Chat con ${currentBook().character.name}`}
        description={currentBook().character.chatDescription}
        path="/chat"
      />
      <div className="h-full grid grid-rows-[minmax(0,1fr)_auto] cabinet:max-w-240 cabinet:mx-auto cabinet:pt-[26px] cabinet:px-[1.8rem] cabinet:pb-0 cabinet:rounded-[1.4rem_1.4rem_1rem_1rem] cabinet:[background:linear-gradient(168deg,#7d7667_0%,#5b5549_18%,#443f36_60%,#35312a_100%)] cabinet:shadow-[inset_0_1px_0_rgb(255_226_190_/_0.45),inset_0_-2px_3px_rgb(0_0_0_/_0.5),0_2.5rem_4rem_-1rem_rgb(0_0_0_/_0.75)]">
        <div className="terminal-tube">
          <ChatHeader progress={terminal.progress} bars={terminal.bars} />
          <OpenBar terminal={terminal} />
          <MessageLog
            items={terminal.items}
            isReady={history.messages !== undefined}
            olderCount={history.older.messages.length}
            newestTurn={terminal.newestTurn}
          >
            <>
              <ChannelOpening />
              <OlderMessages {...history.older} />
            </>
            <ChannelState
              history={history.query}
              isTyping={terminal.isTyping}
              onRetry={retriable && (() => void reply.retry(retriable))}
            />
          </MessageLog>
          <div className="row-[4]">
            {!pending && !terminal.isHeldBack && draft === '' && (
              <Suggestions questions={suggestions} onAsk={(text) => void reply.send(text)} />
            )}
            <Composer
              draft={draft}
              said={() => terminal.items.flatMap(({ speaker, text }) => (speaker === 'user' ? [text] : []))}
              isPending={pending !== undefined || history.isAwaited}
              onSend={() => terminal.send(draft)}
              onStop={reply.stop}
            />
          </div>
          <footer className="terminal-footer">
            <span>ANTI-SPOILER: ATTIVO</span>
            <span>RISPOSTE GENERATE DA IA</span>
          </footer>
          {terminal.lampEvent.lit && (
            <Suspense>
              <RedeemEvent {...terminal.lampEvent.lit} onClose={terminal.lampEvent.end} />
            </Suspense>
          )}
          <div className="terminal-glass" aria-hidden="true" />
        </div>
        <div className="terminal-plate" aria-hidden="true">
          <span className="terminal-plate-band" />
          <span className="terminal-plate-name">{plateOf(currentBook()).toLocaleUpperCase('it-IT')}</span>
          <span className="terminal-plate-name">
            TERMINALE DI SERVIZIO{currentBook().encyclopedia && ' TS-80'}
          </span>
          <span className="terminal-plate-lamp" data-busy={isBusy} />
        </div>
      </div>
      <Announcer announcement={terminal.announcement} />
    </main>
  );
}

function OpenBar({ terminal }: { terminal: Terminal }) {
  const { bars, codeBar, progress, tools } = terminal;
  if (bars.open === 'code') return <CodeBar {...codeBar} onClose={bars.close} />;
  if (bars.open === 'notes')
    return <NotesBar onForgetAll={() => bars.askToForget('messages')} onClose={bars.close} />;
  if (bars.open === 'screen') return <ComfortBar onClose={bars.close} />;
  if (bars.open === 'devices')
    return <DevicesBar linkedCode={terminal.linkedPairingCode} onClose={bars.close} />;
  const { maxSection = 0, reached = maxSection } = progress ?? {};
  if (bars.open === 'board')
    return (
      <LampBoard
        maxSection={maxSection}
        reached={reached}
        onChooseLevel={(level) => void tools.chooseLevel(level)}
        onClose={bars.close}
      />
    );
  if (bars.open !== 'menu') return null;
  return (
    <MenuBar
      forgetting={bars.forgetting}
      onAskToForget={bars.askToForget}
      onRecap={() => void tools.recap()}
      onDownload={tools.download}
      onForget={() => {
        void (bars.forgetting === 'all' ? tools.eraseMe() : tools.forget());
        bars.close();
      }}
      onNotes={() => bars.show('notes')}
      onScreen={() => bars.show('screen')}
      onDevices={() => terminal.showDevices('')}
      onHelp={() => void tools.help()}
      onBoard={() => bars.show('board')}
      onClose={bars.close}
    />
  );
}
