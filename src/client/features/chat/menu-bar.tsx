import { useEffect, useRef } from 'react';
import { trpc } from '#client/trpc.ts';
import { useOpenDialog } from '#client/ui/open-dialogs.ts';
import type { Forgetting } from './use-bars.ts';

interface MenuBarProps {
  forgetting: Forgetting | undefined;
  onAskToForget(what: Forgetting | undefined): void;
  onRecap(): void;
  onDownload(): void;
  onForget(): void;
  onNotes(): void;
  onScreen(): void;
  onDevices(): void;
  onHelp(): void;
  onBoard(): void;
  onClose(): void;
}

export function MenuBar(props: MenuBarProps) {
  const { forgetting, onAskToForget, onRecap, onDownload, onForget } = props;
  const { onNotes, onScreen, onDevices, onHelp, onBoard, onClose } = props;
  useOpenDialog(true, true, onClose);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.querySelector('button')?.focus(), [forgetting]);

  return (
    <div
      ref={bar}
      id="menu-bar"
      className="row-[2] flex flex-wrap items-center gap-x-1 gap-y-0 py-[0.2rem] px-2 border-b border-b-(--phosphor-faint) bg-[rgb(143_240_200_/_0.06)]"
      role="group"
      aria-label="Menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (forgetting) onAskToForget(undefined);
        else onClose();
      }}
    >
      {forgetting ? (
        <div
          className="flex flex-wrap items-center gap-x-2 gap-y-0"
          role="alertdialog"
          aria-labelledby="forget-question"
        >
          <p
            id="forget-question"
            className="flex-[1_1_18rem] py-[0.3rem] px-[0.4rem] text-(--fault) [text-shadow:none]"
          >
            {forgetting === 'messages'
              ? 'Cancellare tutta la conversazione? Sparisce anche dal server, a ogni livello, e non torna.'
              : 'Cancellare tutto di te? Conversazione e livello spariscono dal server, e non tornano.'}
            {forgetting === 'all' && <OwnIdentifier />}
          </p>
          <button type="button" className="terminal-key" onClick={() => onAskToForget(undefined)}>
            [NO]
          </button>
          <button type="button" className="terminal-key terminal-key-fault" onClick={onForget}>
            [SÌ, CANCELLA]
          </button>
        </div>
      ) : (
        <>
          <button type="button" className="terminal-key" onClick={onRecap}>
            [RIASSUNTO]
          </button>
          <button type="button" className="terminal-key" onClick={onBoard}>
            [LAMPADE]
          </button>
          <button type="button" className="terminal-key" onClick={onDownload}>
            [SCARICA]
          </button>
          <button type="button" className="terminal-key" onClick={onNotes}>
            [TACCUINO]
          </button>
          <button type="button" className="terminal-key" onClick={onScreen}>
            [SCHERMO]
          </button>
          <button type="button" className="terminal-key" onClick={onDevices}>
            [PROSEGUI ALTROVE]
          </button>
          <button type="button" className="terminal-key" onClick={() => onAskToForget('messages')}>
            [CANCELLA]
          </button>
          <button type="button" className="terminal-key" onClick={() => onAskToForget('all')}>
            [DIMENTICAMI]
          </button>
          <button type="button" className="terminal-key" onClick={onHelp}>
            [AIUTO]
          </button>
        </>
      )}
    </div>
  );
}

/** Identifier that a reader gives the author to have their data erased. */
function OwnIdentifier() {
  const { data } = trpc.readers.identifier.useQuery(undefined, { refetchOnMount: 'always' });
  if (!data?.identifier) return null;
  return <> Puoi anche chiederlo a chi ha scritto il libro, con il tuo codice: {data.identifier}.</>;
}
