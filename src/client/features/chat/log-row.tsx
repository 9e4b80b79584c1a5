import { memo } from 'react';
import { protagonist } from '#content/book.ts';
import type { LogItem } from './conversation.ts';
import { formatDay, formatTime, isSameDay, speakerLabel } from './format.ts';

const labels = {
  user: '[USER]>',
  assistant: speakerLabel(protagonist.name),
  system: '[SISTEMA]>',
} as const satisfies Record<LogItem['speaker'], string>;

const stateFlags = {
  undelivered: 'NON CONSEGNATO',
  interrupted: 'TRASMISSIONE INTERROTTA',
  stopped: 'INTERROTTO DA TE',
} as const;

interface LogRowProps {
  item: LogItem;
  index: number;
  count: number;
  /** When the message above was said: where the day changes, the day is written. */
  previousAt: string | undefined;
  /** Given the element of the row, where heights are measured. */
  measure: ((row: HTMLElement | null) => void) | undefined;
}

function Row({ item, index, count, previousAt, measure }: LogRowProps) {
  const { speaker, at, text, state, chunks } = item;
  const isNewDay =
    previousAt === undefined ? !isSameDay(at, new Date().toISOString()) : !isSameDay(at, previousAt);
  return (
    <li
      ref={measure}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className="terminal-row"
      data-speaker={speaker}
      data-state={state}
      data-long={speaker === 'system' && text.includes('\n')}
    >
      {isNewDay && <p className="terminal-day">{formatDay(at)}</p>}
      <p className="terminal-row-head">
        <span className="terminal-speaker">{labels[speaker]}</span>{' '}
        <time dateTime={at}>{formatTime(at)}</time>
      </p>
      <p className="terminal-row-text">
        {chunks
          ? chunks.map((chunk, position) => (
              // Pieces are only ever added at the end: the position is the identity.
              <span key={position} className="terminal-chunk">
                {chunk}
              </span>
            ))
          : text}
        {state === 'writing' && <span className="terminal-cursor" aria-hidden="true" />}
      </p>
      {state !== undefined && state !== 'writing' && <p className="terminal-flag">{stateFlags[state]}</p>}
    </li>
  );
}

/** One message with its label and time. The log is rebuilt at every piece of a reply: rows that say the same stay. */
export const LogRow = memo(
  Row,
  (a, b) =>
    a.index === b.index &&
    a.count === b.count &&
    a.previousAt === b.previousAt &&
    a.measure === b.measure &&
    a.item.text === b.item.text &&
    a.item.at === b.item.at &&
    a.item.state === b.item.state &&
    a.item.speaker === b.item.speaker,
);
