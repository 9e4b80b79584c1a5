import model from '#server/help/trained-model.json';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { helpTexts } from '#content/talk/help.ts';
import type { Turn } from '#server/model/types.ts';
import { createHelp } from '#server/help/help.ts';

const help = createHelp(helpTexts, model);
const lines = z.array(z.string());
const days = z
  .object({ ordinary: lines, danger: lines, pain: lines })
  .parse(parse(readFileSync('tests/fixtures/ordinary-days.yaml', 'utf8')));

/** What help says to each of the reader's messages. */
function answers(...messages: string[]) {
  const turns: Turn[] = [];
  return messages.map((content) => {
    turns.push({ role: 'user', content });
    const answer = help.answerFor(turns);
    turns.push({ role: 'assistant', content: answer?.text ?? 'Sto aggiustando una lampada.' });
    return answer;
  });
}

describe('after pain in which nobody is in danger', () => {
  it.each([
    [
      'lutto',
      ['mia nonna è morta la settimana scorsa', 'si chiamava Ada, riparava orologi', 'faceva il caffè piano'],
    ],
    ['lutto_animale', ['oggi ho perso la mia gatta', 'si chiamava Birba', 'dormiva sul forno']],
    ['malattia_grave', ['mio padre ha un tumore', 'lo ha saputo martedì', 'domani torna in reparto']],
    ['bullismo', ['mi bullizzano a scuola', 'no, non l’ho detto a nessuno']],
  ])('stays with it in its own lines: %s', (kind, messages) => {
    const [first, ...after] = answers(...messages);
    expect(first?.kind).toBe(kind);
    const own = helpTexts.afterPain[kind] ?? [];
    for (const answer of after) {
      expect(own.map((line) => line.slice(0, 30))).toContain(answer?.text.slice(0, 30));
      expect(answer?.text).not.toMatch(/112|come va il corpo/i);
    }
    expect(new Set(after.map((answer) => answer?.text)).size).toBe(after.length);
  });

  it.each([
    'grazie',
    'scusa lo sfogo',
    'parliamo d’altro: hai freddo?',
    'parliamo d’altro',
    'e tu come stai?',
  ])('lets the talk go its own way after «%s»', (message) => {
    expect(answers('mia nonna è morta la settimana scorsa', message, 'oggi nevica').slice(1)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('hears danger in the midst of it, and holds who is in danger', () => {
    expect(answers('mia nonna è morta la settimana scorsa', 'voglio morire')[1]?.tier).toBe('A');
    expect(answers('voglio morire', 'grazie')[1]?.tier).toBe('after');
  });

  it('names no number that is not written as a placeholder', () => {
    for (const line of Object.values(helpTexts.afterPain).flat()) expect(line).not.toMatch(/\d/);
  });
});

describe('ordinary days', () => {
  const found = (all: readonly string[]) => all.filter((text) => help.isGrave(text)).length;

  it('takes few of them for danger or pain, and hears most of what is', () => {
    expect(found(days.ordinary)).toBeLessThanOrEqual(5);
    expect(found(days.danger)).toBeGreaterThanOrEqual(28);
    expect(found(days.pain)).toBeGreaterThanOrEqual(27);
  });
});

it('a grave message is read once, however often the talk comes back to it', () => {
  const long = (at: number) => `Mi voglio uccidere, ${at}. `.repeat(90).slice(0, 2_000);
  const messages = Array.from({ length: 40 }, (_, at) => long(at));
  const secondsOf = (work: () => unknown) => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user / 1e6;
  };
  const read = () => messages.map((message) => help.isGrave(message));
  const first = secondsOf(() => expect(read()).not.toContain(false));
  const again = secondsOf(() => expect(read()).not.toContain(false));
  expect(again).toBeLessThan(first / 4);
});
