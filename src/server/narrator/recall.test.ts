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
  'mi sono fidanzato!',
  'E i denti? Li batte anche lei?',
  'si chiama Bianca, fa la fornaia a Gubbio',
  'Allora il pane non manca.',
] as const;
const open = { isWithheld: () => false, isOfStory: (text: string) => /maaret/i.test(text) };

it.each([
  ['come si chiama la mia bici?', 'Freccia'],
  ['qual era la prima domanda che ti ho fatto?', 'quanti volt usi'],
  ['cosa ti ho chiesto sui volt?', 'quanti volt usi'],
  ['quanto pesa la bici, mi dicevi?', 'Pesa più di una slitta'],
  ['come si chiama la mia ragazza?', 'Bianca'],
  ['chi è Bianca?', 'fornaia'],
  ['te lo ricordi chi fa la fornaia?', 'Bianca'],
])('%s', (question, expected) => {
  expect(recallWords(talk(...before, question), open)).toContain(expected);
});

it('goes on from what it has just read back', () => {
  const asked = [...before, 'chi è Bianca?', 'Parole tue: «si chiama Bianca, fa la fornaia a Gubbio».'];
  expect(recallWords(talk(...asked, 'e dove lavora?'), open)).toContain('Gubbio');
});

it('owns up to what it was not told, and only where nothing else can be meant', () => {
  const answer = recallWords(talk(...before, 'come si chiama mio zio?'), open);
  expect(answer).toBeDefined();
  for (const name of ['Freccia', 'Bianca']) expect(answer).not.toContain(name);
  expect(recallWords(talk(...before, 'dove posso andare?'), open)).toBeUndefined();
});

it('brings back nothing that is withheld, and answers no question of the story', () => {
  const withheld = { ...open, isWithheld: () => true };
  expect(recallWords(talk(...before, 'come si chiama la mia bici?'), withheld)).not.toContain('Freccia');
  expect(recallWords(talk(...before, 'chi è Maaret?'), open)).toBeUndefined();
  expect(recallWords(talk(...before, 'che rumore fa la slitta?'), open)).toBeUndefined();
});
