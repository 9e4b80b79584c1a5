import type { ChatMessage } from '#shared/contracts/chat.ts';

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

const when = new Intl.DateTimeFormat('it-IT', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: 'Europe/Rome',
});

/** A conversation as plain text, to keep: who said what and when, in Italian time. */
export function transcriptOf(messages: readonly ChatMessage[], frame: TranscriptFrame): string {
  const { title, name, level, hidden, at } = frame;
  const own = `[${name.toLocaleUpperCase('it-IT')}]>`;
  const lines = [
    `${title}. Conversazione con ${name}`,
    `Scaricata il ${when.format(new Date(at))} (ora italiana). Livello SEC_${String(level).padStart(2, '0')}.`,
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
    lines.push(`${role === 'user' ? '[USER]>' : own} ${when.format(new Date(timestamp))}`);
    lines.push(content, ...(interrupted ? ['(interrotto)'] : []), '');
  }
  return lines.join('\n');
}
