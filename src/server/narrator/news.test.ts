import { describe, expect, it } from 'vitest';
import { demoActs } from '#tests/support/acts.ts';
import { createNews } from './news.ts';

const news = createNews(demoActs, 0.6);
const never = () => false;
const timestamp = '2026-01-01T00:00:00.000Z';

/** A conversation of these messages, each answered, the last one the question. */
function requestOf(...messages: string[]) {
  const told = messages.map((content) => ({ role: 'user' as const, content, level: 4, timestamp }));
  return { question: messages.at(-1) ?? '', told, history: [] };
}

const context = (message: string) => ({ phase: 'inizio' as const, message, said: [] });
const name = { slot: 'nome' as const, values: { nome: 'Giulia' }, grave: false };

describe('news of the reader’s own', () => {
  it('are answered by name when the name is told beside them', () => {
    const answer = news.answerBeside([name], context('mi chiamo Giulia e oggi ho preso 4'));
    expect(answer).toMatch(/^Ciao, Giulia\. \p{Lu}/u);
    expect(news.answerBeside([name], context('mi chiamo Giulia'))).toBeUndefined();
    expect(news.answerBeside([], context('oggi ho preso 4'))).toBeUndefined();
  });

  it('are said back when asked for, and not when they are withheld', () => {
    const request = requestOf('oggi ho preso 4', 'ok', 'com’è andata quella cosa che ti dicevo?');
    expect(news.answerFor(request, never)).toContain('«oggi ho preso 4»');
    expect(news.answerFor(request, () => true)).toBeUndefined();
    expect(news.answerFor(requestOf('oggi ho preso 4', 'che tempo fa?'), never)).toBeUndefined();
  });

  it('come back once by themselves, after some turns or a day', () => {
    const soon = requestOf('oggi ho preso 4', 'ok');
    const later = requestOf('oggi ho preso 4', 'ok', 'mah', 'sì', 'no', 'boh', 'ok');
    expect(news.recall(soon, never, 0)).toBeUndefined();
    const line = news.recall(later, never, 0) ?? '';
    expect(line).toContain('«oggi ho preso 4»');
    expect(news.recall(soon, never, 1)).toContain('«oggi ho preso 4»');
    const again = { ...later, history: [{ role: 'assistant' as const, content: line }] };
    expect(news.recall(again, never, 0)).toBeUndefined();
  });
});
