import type { MouseEvent } from 'react';
import { toApiError } from '#client/api-error.ts';
import { currentBook } from '#client/current-book.ts';
import { FirstWords } from './first-words.tsx';
import { formatTime, speakerLabel } from './format.ts';
import type { Terminal } from './use-terminal.ts';

interface ChannelStateProps {
  history: Pick<Terminal['history']['query'], 'data' | 'isFetching' | 'isError' | 'error' | 'refetch'>;
  isTyping: boolean;
  onRetry: (() => void) | undefined;
}

export function ChannelState({ history, isTyping, onRetry }: ChannelStateProps) {
  const isMissing = history.data === undefined;
  const retryAt = toApiError(history.error)?.retryAt;

  function retry({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // The button disappears: the focus moves to the log.
    currentTarget.closest<HTMLElement>('[role=log]')?.focus();
    void history.refetch();
  }

  return (
    <div className="terminal-state">
      {isMissing && !history.isError && <FirstWords />}
      <div role="status">
        {isTyping && (
          <p className="terminal-typing">
            <span className="terminal-speaker">{speakerLabel(currentBook().character.name)}</span>{' '}
            <span>STA SCRIVENDO</span>
            <span className="terminal-dots" aria-hidden="true" />
          </p>
        )}
        {history.isFetching && (isMissing || history.isError) && (
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
      {history.isError && !history.isFetching && (
        <div role="alert" className="terminal-failure">
          <p>
            <strong>CANALE NON DISPONIBILE</strong>
          </p>
          <p>
            {isMissing
              ? 'I messaggi scambiati finora non arrivano. Non sono andati persi.'
              : 'Non riesco ad aggiornare i messaggi: quelli qui sopra potrebbero non essere gli ultimi.'}
            {retryAt &&
              ` Il sito chiede di aspettare fino alle ${formatTime(new Date(retryAt).toISOString())}.`}
          </p>
          <button type="button" className="terminal-key" onClick={retry}>
            [RIPROVA]
          </button>
        </div>
      )}
    </div>
  );
}
