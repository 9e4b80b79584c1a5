import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords } from '#shared/words.ts';
import { wordCounts } from './word-counts.ts';

describe('countWords', () => {
  it.each([
    ['', 0],
    ['  \n\t ', 0],
    ['una', 1],
    ['  una\n\ndue\u00a0tre  ', 3],
    ["l'acqua non c’è", 3],
  ])('%j has %i', (text, words) => expect(countWords(text)).toBe(words));

  it('counts what was joined', () => {
    const word = fc.stringMatching(/^[a-zà-ù]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(countWords(words.join(' \n'))).toBe(words.length);
      }),
    );
  });
});

describe('wordCounts', () => {
  const words = (count: number) => 'parola '.repeat(count);

  it('gives each summary its share of the full text', () => {
    const section = { content: words(1000), contentReduced70: words(704), contentReduced30: words(295) };
    expect(wordCounts(section)).toEqual({
      full: 1000,
      summaries: [
        { name: '70%', words: 704, percent: 70 },
        { name: '30%', words: 295, percent: 30 },
      ],
    });
  });

  it('leaves out the summaries that are missing or blank', () => {
    expect(wordCounts({ content: words(10), contentReduced30: ' ' }).summaries).toEqual([]);
    expect(wordCounts({ content: words(10), contentReduced30: words(3) }).summaries).toEqual([
      { name: '30%', words: 3, percent: 30 },
    ]);
  });
});
