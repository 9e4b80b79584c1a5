import type { MouseEvent } from 'react';
import { currentBook } from '#client/current-book.ts';
import { FirstWords } from './first-words.tsx';
import { speakerLabel } from './format.ts';

interface ChannelStateProps {
  history: { messages: unknown; isFetching: boolean; hasFailed: boolean; retry(): void };
  isTyping: boolean;
  onRetry: (() => void) | undefined;
}

export function ChannelState({ history, isTyping, onRetry }: ChannelStateProps) {
  const isMissing = history.messages === undefined;

  function retry({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // The button disappears: the focus moves to the log.
    currentTarget.closest<HTMLElement>('[role=log]')?.focus();
    history.retry();
  }

  return (
    <div className="terminal-state">
      {isMissing && !history.hasFailed && <FirstWords />}
      <div role="status">
        {isTyping && (
          <p className="terminal-typing">
            <span className="terminal-speaker">{speakerLabel(currentBook().character.name)}</span>{' '}
            <span>STA SCRIVENDO</span>
            <span className="terminal-dots" aria-hidden="true" />
          </p>
        )}
        {history.isFetching && (isMissing || history.hasFailed) && (
          <p className="terminal-typing">
            <span>RICEZIONE CRONOLOGIA</span>
            <span className="terminal-dots" aria-hidden="true" />
          </p>
        )}
      </div>
      {onRetry && !isTyping && (
        <p className="ml-[-0.4rem]">
          <button type="button" className="terminal-key" onClick={onRetry}>
            [RIFAI LA RISPOSTA]
          </button>
        </p>
      )}
      {history.hasFailed && !history.isFetching && (
        <div role="alert" className="terminal-failure">
          <p>
            <strong>CANALE NON DISPONIBILE</strong>
          </p>
          <p>
            {isMissing
              ? 'I messaggi scambiati finora non arrivano. Non sono andati persi.'
              : 'Non riesco ad aggiornare i messaggi: quelli qui sopra potrebbero non essere gli ultimi.'}
          </p>
          <button type="button" className="terminal-key" onClick={retry}>
            [RIPROVA]
          </button>
        </div>
      )}
    </div>
  );
}
