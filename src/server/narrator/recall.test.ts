import { expect, it } from 'vitest';
import type { ToldMessage } from '../model/types.ts';
import { recallWords } from './recall.ts';

const talk = (...lines: readonly string[]): ToldMessage[] =>
  lines.map((content, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content,
    level: 1,
    timestamp: new Date(at * 60_000).toISOString(),
  }));

const before = [
  'ho una bici rossa che si chiama Freccia',
  'Pesa più di una slitta, una bici.',
  'quanti volt usi?',
  'Ventiquattro. Di più non serve.',
] as const;

it.each([
  ['come si chiama la mia bici?', 'Freccia'],
  ['qual era la prima domanda che ti ho fatto?', 'quanti volt usi'],
  ['quanto pesa la bici, mi dicevi?', 'Pesa più di una slitta'],
])('%s', (question, expected) => {
  expect(recallWords(talk(...before, question), () => false)).toContain(expected);
});

it('brings back nothing grave, and answers no question of the story', () => {
  expect(recallWords(talk(...before, 'come si chiama la mia bici?'), () => true)).toBeUndefined();
  expect(recallWords(talk(...before, 'chi è Maaret?'), () => false)).toBeUndefined();
});
