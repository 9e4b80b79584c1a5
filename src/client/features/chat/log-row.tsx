import { memo, type ReactNode } from 'react';
import { currentBook } from '#client/current-book.ts';
import { splitQuotes } from '#shared/quotes.ts';
import type { LogItem } from './conversation.ts';
import { formatTime, isGrouped, speakerLabel } from './format.ts';

const labelOf = (speaker: LogItem['speaker']) =>
  ({ user: '[USER]>', assistant: speakerLabel(currentBook().character.name), system: '[SISTEMA]>' })[speaker];

const stateFlags = {
  undelivered: 'NON CONSEGNATO',
  interrupted: 'TRASMISSIONE INTERROTTA',
  stopped: 'INTERROTTO DA TE',
} as const;

interface LogRowProps {
  item: LogItem;
  index: number;
  count: number;
  previousAt: string | undefined;
  previousSpeaker: LogItem['speaker'] | undefined;
}

function Row({ item, index, count, previousAt, previousSpeaker }: LogRowProps) {
  const { speaker, at, text, state, chunks, quotes, pageLine } = item;
  const cursor = state === 'writing' && <span className="terminal-cursor" aria-hidden="true" />;
  return (
    <li
      aria-setsize={count}
      aria-posinset={index + 1}
      className="terminal-row"
      data-speaker={speaker}
      data-state={state}
      data-grouped={previousSpeaker === speaker && isGrouped(previousAt, at)}
      data-long={speaker === 'system' && text.includes('\n')}
    >
      <p className="terminal-row-head">
        <span className="terminal-speaker">{labelOf(speaker)}</span>{' '}
        <time dateTime={at}>{formatTime(at)}</time>
      </p>
      {quotes ? (
        <QuotedText text={text} quotes={quotes} cursor={cursor} />
      ) : (
        <p className="terminal-row-text">
          {chunks ? (
            chunks.map((chunk, position) => (
              // Append-only: the index is a stable key.
              <span key={position} className="motion-safe:animate-[terminal-settle_0.9s_ease-out_both]">
                {chunk}
              </span>
            ))
          ) : (
            <span>{text}</span>
          )}
          {cursor}
        </p>
      )}
      {pageLine && <p className="terminal-help">{pageLine}</p>}
      {state !== undefined && state !== 'writing' && <p className="terminal-flag">{stateFlags[state]}</p>}
    </li>
  );
}

function QuotedText({ text, quotes, cursor }: Pick<LogItem, 'text' | 'quotes'> & { cursor: ReactNode }) {
  const parts = splitQuotes(text, quotes);
  return (
    <div className="terminal-row-text">
      {parts.map((part, position) => {
        const Part = part.isQuote ? 'blockquote' : 'span';
        return (
          <Part
            key={position}
            className={
              part.isQuote
                ? 'my-[0.15em] mx-0 pl-[1.5ch] border-l-2 border-l-(--phosphor-faint) text-(--phosphor-dim)'
                : undefined
            }
          >
            <span>{part.text}</span>
            {position === parts.length - 1 && cursor}
          </Part>
        );
      })}
    </div>
  );
}

/** Memoised, because every chunk of a reply rebuilds the log. */
export const LogRow = memo(
  Row,
  (a, b) =>
    a.index === b.index &&
    a.count === b.count &&
    a.previousAt === b.previousAt &&
    a.previousSpeaker === b.previousSpeaker &&
    a.item.text === b.item.text &&
    a.item.at === b.item.at &&
    a.item.state === b.item.state &&
    a.item.quotes === b.item.quotes &&
    a.item.speaker === b.item.speaker,
);
