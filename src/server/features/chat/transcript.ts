import { Readable } from 'node:stream';
import { book, protagonist } from '#content/book.ts';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import { Download } from '#server/api/download.ts';
import type { ChatServices } from './chat.service.ts';

/** What stands above and below the messages of a transcript. */
export interface TranscriptFrame {
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

/** What the reader may see of their conversation, as a text file. */
export function downloadTranscript({ chat }: ChatServices, readerId: string): Download {
  const { messages, level, hidden } = chat.history(readerId);
  const at = new Date().toISOString();
  const text = transcriptOf(messages, { title: book.title, name: protagonist.name, level, hidden, at });
  const bytes = Buffer.from(text, 'utf8');
  const fileName = `conversazione-${at.slice(0, 10)}.txt`;
  return new Download(fileName, 'text/plain; charset=utf-8', () => ({
    stream: Readable.from([bytes]),
    bytes: bytes.length,
  }));
}

/** A conversation as plain text, to keep: who said what and when, in Italian time. */
export function transcriptOf(messages: readonly ChatMessage[], frame: TranscriptFrame): string {
  const { title, name, level, hidden, at } = frame;
  const answerMark = `[${name.toLocaleUpperCase('it-IT')}]>`;
  const lines = [
    `${title}. Conversazione con ${name}`,
    `Scaricata il ${italianTime.format(new Date(at))} (ora italiana). Livello SEC_${String(level).padStart(2, '0')}.`,
    `Le risposte di ${name} sono generate da un programma.`,
    ...(hidden > 0
      ? [
          hidden === 1
            ? 'Un messaggio scritto a un livello più alto non compare: torna a quel livello per averlo.'
            : `${hidden} messaggi scritti a un livello più alto non compaiono: torna a quel livello per averli.`,
        ]
      : []),
    '',
  ];
  if (messages.length === 0) lines.push('Nessun messaggio.', '');
  for (const { role, content, timestamp, interrupted } of messages) {
    lines.push(`${role === 'user' ? '[USER]>' : answerMark} ${italianTime.format(new Date(timestamp))}`);
    lines.push(content, ...(interrupted ? ['(interrotto)'] : []), '');
  }
  return lines.join('\n');
}
