import { describe, expect, it } from 'vitest';
import { builtInBook } from '#content/built-in-book.ts';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import { downloadTranscript, transcriptOf } from './transcript.ts';

const frame = {
  title: 'Il respiro di Ferro',
  name: 'Nilak',
  level: 3,
  hidden: 0,
  at: '2004-07-01T10:30:00.000Z',
};
const message = (role: ChatMessage['role'], content: string, interrupted?: true): ChatMessage => ({
  role,
  content,
  timestamp: '2004-01-01T12:00:00.000Z',
  ...(interrupted && { interrupted }),
});
const lines = (messages: ChatMessage[], more: Partial<typeof frame> = {}) =>
  [...transcriptOf(messages, { ...frame, ...more })].join('').split('\n');

describe('the head', () => {
  it('names book, character, level and, in Italian time, the hour', () => {
    expect(lines([]).slice(0, 3)).toEqual([
      'Il respiro di Ferro. Conversazione con Nilak',
      'Scaricata il 1 luglio 2004 alle ore 12:30:00 (ora italiana). Livello SEC_03.',
      'Le risposte di Nilak sono generate da un programma.',
    ]);
  });

  it.each([
    [0, ''],
    [1, 'Un messaggio scritto a un livello più alto non compare: torna a quel livello per averlo.'],
    [7, '7 messaggi scritti a un livello più alto non compaiono: torna a quel livello per averli.'],
  ])('says of %i hidden messages how to have them', (hidden, sentence) => {
    expect(lines([], { hidden })[3]).toBe(sentence);
  });
});

describe('the messages', () => {
  it('say who spoke and when', () => {
    const text = lines([message('user', 'Chi sei?'), message('assistant', 'Nilak.')]);
    expect(text.slice(4)).toEqual([
      '[USER]> 1 gennaio 2004 alle ore 13:00:00',
      'Chi sei?',
      '',
      '[NILAK]> 1 gennaio 2004 alle ore 13:00:00',
      'Nilak.',
      '',
    ]);
  });

  it('have what is read out of the book on lines of its own, set in', () => {
    const text = lines([
      { ...message('assistant', 'Dice così:\n\nLa neve.\nFischia. Ecco.'), quotes: [[12, 29]] },
    ]);
    expect(text.slice(5, 10)).toEqual(['Dice così:', '', '    La neve.', '    Fischia.', '']);
    expect(text[10]).toBe('Ecco.');
  });

  it('say which reply was stopped, and that there is none yet', () => {
    expect(lines([message('assistant', 'Forse', true)])).toContain('(interrotto)');
    expect(lines([message('assistant', 'Forse')])).not.toContain('(interrotto)');
    expect(lines([])).toContain('Nessun messaggio.');
  });
});

it('is downloaded as bytes of UTF-8 that are written while they are read, and of the open messages only', async () => {
  let read = 0;
  const messages = (function* () {
    for (; read < 5_000; read += 1) yield message('user', `È già sera? ${read}`);
  })();
  const transcript = () => ({ messages, level: 3, hidden: 2 });
  const chat = { transcript } as unknown as Parameters<typeof downloadTranscript>[0]['chat'];
  const download = downloadTranscript({ chat, book: { published: builtInBook } }, 'anna');
  const opened = await download.open();
  const pieces = opened.stream.iterator() as AsyncIterableIterator<Buffer>;
  const begun = [(await pieces.next()).value as Buffer];
  expect(read).toBeLessThan(2_500);
  for await (const piece of pieces) begun.push(piece);
  const bytes = Buffer.concat(begun);
  expect(bytes.toString()).toContain('È già sera? 4999');
  expect(bytes.toString()).toContain('2 messaggi');
  expect(download.fileName).toMatch(/^conversazione-\d{4}-\d\d-\d\d\.txt$/);
});
