import { describe, expect, it } from 'vitest';
import { runNow } from '#shared/tasks.ts';
import { textOf, unitsOf } from './units.ts';

const units = (content: string) => runNow(unitsOf(content));
const texts = (content: string) => units(content).map(({ text }) => text);
const longSpeech = `— ${'Uno due tre quattro cinque sei. '.repeat(8).trim()}`;

describe('where a text is cut', () => {
  it.each([
    ['between sentences', 'La neve fischiava forte. Nessuno uscì di casa.', 2],
    ['between paragraphs', 'La neve fischiava.\n\nNessuno uscì.', 2],
    ['not before a breath of three words', 'La neve fischiava forte. E poi basta.', 1],
    ['not within a speech of up to forty words', '— Dove vai adesso? Fa buio. Torna a casa presto, dai.', 1],
    ['within a longer speech', longSpeech, 8],
    ['nowhere in an empty text', '', 0],
  ])('%s', (_, content, count) => {
    expect(units(content)).toHaveLength(count);
  });

  it('keeps the order of the text, and counts paragraphs', () => {
    const all = units('La neve fischiava forte.\n\nNessuno uscì di casa. La stufa era fredda ormai.');
    expect(all.map(({ order, paragraph }) => [order, paragraph])).toEqual([
      [0, 0],
      [1, 1],
      [2, 1],
    ]);
  });

  it('joins a breath to the sentence before it, never to another paragraph', () => {
    expect(texts('La neve fischiava forte. Poi smise.\n\nSilenzio. Nessuno uscì più di casa.')).toEqual([
      'La neve fischiava forte. Poi smise.',
      'Silenzio.',
      'Nessuno uscì più di casa.',
    ]);
  });
});

describe('what is known of a unit', () => {
  it.each([
    ['«Vieni qui subito» disse piano.', true],
    ['— Vieni qui subito, disse piano.', true],
    ['“Vieni qui subito” disse piano.', true],
    ['Disse piano: «Vieni qui subito».', false],
  ])('%s is speech: %s', (content, speech) => {
    expect(units(content)[0]?.speech).toBe(speech);
  });

  it.each([
    ['Ma nessuno rispose alla radio.', true],
    ['Quella notte nessuno rispose alla radio.', true],
    ['Lui rispose alla radio ogni notte.', true],
    ['Maaret rispose alla radio ogni notte.', false],
    // A word that only begins like one of those.
    ['Eco dopo eco la radio rispose.', false],
  ])('%s leans on the sentence before it: %s', (content, leaning) => {
    expect(units(content)[0]?.leaning).toBe(leaning);
  });

  it('counts stems, and keeps the names that stand inside', () => {
    const [unit] = units('La stufa di Maaret scaldava, le stufe di Tuomas no.');
    expect(unit?.stems.get('stuf')).toBe(2);
    expect(unit?.names.size).toBe(2);
    expect(unit?.words).toBe(10);
  });

  it('marks what begins inside a speech between dashes, and not what comes after it', () => {
    const inside = units(longSpeech).map(({ needsDash }) => needsDash);
    expect(inside).toEqual([false, true, true, true, true, true, true, true]);
    const closed = `— ${'Uno due tre quattro cinque sei. '.repeat(7)}Basta così per oggi — disse. Poi uscì nella neve alta.`;
    expect(units(closed).at(-1)).toMatchObject({ needsDash: false, speech: false });
  });
});

describe('units as a text', () => {
  const all = units(`Primo periodo del testo. Secondo periodo del testo.\n\n${longSpeech}`);
  it.each([
    ['one paragraph stays one', [0, 1], 'Primo periodo del testo. Secondo periodo del testo.'],
    ['paragraphs stay apart', [1, 2], 'Secondo periodo del testo.\n\n— Uno due tre quattro cinque sei.'],
    ['a speech taken from its middle has its dash', [4], '— Uno due tre quattro cinque sei.'],
    [
      'a speech that goes on needs none',
      [3, 4],
      '— Uno due tre quattro cinque sei. Uno due tre quattro cinque sei.',
    ],
    ['of none, nothing', [], ''],
  ])('%s', (_, picks, expected) => {
    expect(textOf(picks.flatMap((at) => all[at] ?? []))).toBe(expected);
  });
});
