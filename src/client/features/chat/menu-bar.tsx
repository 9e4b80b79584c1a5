import { useEffect, useRef } from 'react';
import { trpc } from '#client/trpc.ts';
import { useOpenDialog } from '#client/ui/open-dialogs.ts';
import { progressBadge } from './format.ts';
import type { Forgetting } from './use-bars.ts';

interface MenuBarProps {
  maxSection: number;
  reached: number;
  forgetting: Forgetting | undefined;
  onAskToForget(what: Forgetting | undefined): void;
  onRecap(): void;
  onDownload(): void;
  onForget(): void;
  onNotes(): void;
  onScreen(): void;
  onDevices(): void;
  onHelp(): void;
  onChooseLevel(level: number): void;
  onClose(): void;
}

export function MenuBar(props: MenuBarProps) {
  const { maxSection, reached, forgetting, onAskToForget, onRecap, onDownload, onForget } = props;
  const { onNotes, onScreen, onDevices, onHelp, onChooseLevel, onClose } = props;
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
          {reached > 0 && (
            <LevelKeys maxSection={maxSection} reached={reached} onChooseLevel={onChooseLevel} />
          )}
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

function LevelKeys({
  maxSection,
  reached,
  onChooseLevel,
}: Pick<MenuBarProps, 'maxSection' | 'reached' | 'onChooseLevel'>) {
  return (
    <div
      className="flex flex-wrap items-center gap-x-1 gap-y-0 pl-[0.4rem] text-(--phosphor-dim)"
      role="group"
      aria-label="Livello di lettura"
    >
      <span aria-hidden="true">RILEGGI DA</span>
      <button
        type="button"
        className="terminal-key"
        aria-label="Abbassa il livello di una sezione"
        disabled={maxSection === 0}
        onClick={() => onChooseLevel(maxSection - 1)}
      >
        [−]
      </button>
      <output className="text-(--phosphor-bright) tabular-nums">{progressBadge(maxSection)}</output>
      <button
        type="button"
        className="terminal-key"
        aria-label="Alza il livello di una sezione"
        disabled={maxSection >= reached}
        onClick={() => onChooseLevel(maxSection + 1)}
      >
        [+]
      </button>
      {maxSection < reached && (
        <button type="button" className="terminal-key" onClick={() => onChooseLevel(reached)}>
          [TORNA A {progressBadge(reached)}]
        </button>
      )}
    </div>
  );
}
