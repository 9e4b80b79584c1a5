import { Readable } from 'node:stream';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import { splitQuotes } from '#shared/quotes.ts';
import type { BookContent } from '#shared/contracts/book.ts';
import { Download } from '#server/api/download.ts';
import type { ChatService } from './chat.service.ts';

/** What stands above and below the messages of a transcript. */
interface TranscriptFrame {
  title: string;
  /** The protagonist's name. */
  name: string;
  level: number;
  /** How many messages were written at a higher level than the one in force, and are not shown. */
  hidden: number;
  /** ISO 8601. */
  at: string;
}

const italianTime = new Intl.DateTimeFormat('it-IT', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: 'Europe/Rome',
});

export interface TranscriptServices {
  chat: ChatService;
  book: { readonly published: Pick<BookContent, 'book' | 'character'> };
}

/** What the reader may see of their conversation, as a text file; written while it is sent. */
export function downloadTranscript({ chat, book }: TranscriptServices, readerId: string): Download {
  const at = new Date().toISOString();
  const fileName = `conversazione-${at.slice(0, 10)}.txt`;
  return new Download(fileName, 'text/plain; charset=utf-8', () => {
    const { messages, level, hidden } = chat.transcript(readerId);
    const frame = {
      title: book.published.book.title,
      name: book.published.character.name,
      level,
      hidden,
      at,
    };
    return { stream: Readable.from(transcriptOf(messages, frame), { objectMode: false }) };
  });
}

/** A conversation as plain text, to keep, piece by piece: who said what and when, in Italian time. */
export function* transcriptOf(messages: Iterable<ChatMessage>, frame: TranscriptFrame): Generator<string> {
  const { title, name, level, hidden, at } = frame;
  const answerMark = `[${name.toLocaleUpperCase('it-IT')}]>`;
  yield `${title}. Conversazione con ${name}\n`;
  yield `Scaricata il ${italianTime.format(new Date(at))} (ora italiana). Livello SEC_${String(level).padStart(2, '0')}.\n`;
  yield `Le risposte di ${name} sono generate da un programma.\n`;
  if (hidden === 1)
    yield 'Un messaggio scritto a un livello più alto non compare: torna a quel livello per averlo.\n';
  if (hidden > 1)
    yield `${hidden} messaggi scritti a un livello più alto non compaiono: torna a quel livello per averli.\n`;
  let isEmpty = true;
  for (const { role, content, timestamp, interrupted, quotes } of messages) {
    isEmpty = false;
    yield `\n${role === 'user' ? '[USER]>' : answerMark} ${italianTime.format(new Date(timestamp))}\n`;
    yield `${withQuotesIndented(content, quotes)}\n${interrupted ? '(interrotto)\n' : ''}`;
  }
  if (isEmpty) yield '\nNessun messaggio.\n';
}

/** A message with what is read out of the book on lines of its own, four spaces in. */
function withQuotesIndented(content: string, quotes: ChatMessage['quotes']): string {
  if (!quotes) return content;
  return splitQuotes(content, quotes)
    .map(({ text, isQuote }) => (isQuote ? text.trim().replace(/^/gm, '    ') : text.trim()))
    .filter(Boolean)
    .join('\n\n');
}
