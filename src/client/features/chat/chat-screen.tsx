import { lazy, Suspense, useRef } from 'react';
import { chatDescription, protagonist } from '#content/book.ts';
import { PageHead } from '#client/page-head.tsx';
import { Announcer } from './announcer.tsx';
import { ChannelOpening } from './channel-opening.tsx';
import { ChannelState } from './channel-state.tsx';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer.tsx';
import { MessageLog } from './message-log.tsx';
import { Suggestions } from './suggestions.tsx';
import './terminal.css';
import { useTerminal, type Terminal } from './use-terminal.ts';
import { useVisibleHeight } from './use-visible-height.ts';

/** Loaded when it is first opened: a reader who only talks does not wait for it. */
const MenuBar = lazy(() => import('./menu-bar.tsx').then((module) => ({ default: module.MenuBar })));

/** Loaded when they are first opened, too. */
const CodeBar = lazy(() => import('./code-bar.tsx').then((module) => ({ default: module.CodeBar })));
const NotesBar = lazy(() => import('./notes-bar.tsx').then((module) => ({ default: module.NotesBar })));

/** The terminal: header, bars, log, suggestions, input line and footer (specification, section 2, "Chat"). */
export function ChatScreen() {
  const screen = useRef<HTMLElement>(null);
  const terminal = useTerminal();
  const { history, reply, pending, draft, suggestions } = terminal;
  const { retriable } = history;
  useVisibleHeight(screen);
  return (
    <main ref={screen} className="terminal">
      <PageHead title={`Chat con ${protagonist.name}`} description={chatDescription} path="/chat" />
      <div className="terminal-cabinet">
        <div className="terminal-tube">
          <ChatHeader progress={terminal.progress} bars={terminal.bars} />
          <OpenBar terminal={terminal} />
          <MessageLog
            items={terminal.items}
            isReady={history.messages !== undefined}
            newestTurn={terminal.newestTurn}
          >
            <ChannelOpening />
            <ChannelState
              history={history}
              isTyping={terminal.isTyping}
              onRetry={retriable && (() => void reply.retry(retriable))}
            />
          </MessageLog>
          <div className="terminal-line">
            {!pending && !terminal.isHeldBack && draft === '' && (
              <Suggestions questions={suggestions} onAsk={(text) => void reply.send(text)} />
            )}
            <Composer
              draft={draft}
              isPending={pending !== undefined || history.isAwaited}
              onSend={() => terminal.send(draft)}
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
      <Announcer announcement={terminal.announcement} />
    </main>
  );
}

/** The bar under the header, if one is open: for a code, or the menu. */
function OpenBar({ terminal: { bars, codeBar, progress, tools } }: { terminal: Terminal }) {
  if (bars.open === 'code')
    return (
      <Suspense>
        <CodeBar {...codeBar} onClose={bars.close} />
      </Suspense>
    );
  if (bars.open === 'notes')
    return (
      <Suspense>
        <NotesBar
          onForgetAll={() => {
            bars.askToForget(true);
            bars.show('menu');
          }}
          onClose={bars.close}
        />
      </Suspense>
    );
  if (bars.open !== 'menu') return null;
  const { maxSection = 0, reached = maxSection } = progress ?? {};
  return (
    <Suspense>
      <MenuBar
        maxSection={maxSection}
        reached={reached}
        isForgetting={bars.isForgetting}
        onAskToForget={bars.askToForget}
        onRecap={() => void tools.recap()}
        onDownload={tools.download}
        onForget={() => {
          void tools.forget();
          bars.close();
        }}
        onNotes={() => bars.show('notes')}
        onHelp={() => void tools.help()}
        onChooseLevel={(level) => void tools.chooseLevel(level)}
        onClose={bars.close}
      />
    </Suspense>
  );
}
