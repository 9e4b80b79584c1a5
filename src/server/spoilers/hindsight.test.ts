import { describe, expect, it } from 'vitest';
import type { Section } from '#shared/contracts/sections.ts';
import { demoCards, storedSection } from '#tests/support/sections.ts';
import { checkCards, checkForms, withoutForms } from './hindsight.ts';

const first = storedSection({
  sectionNumber: 1,
  title: 'La radio',
  content: 'Maaret aggiustava la radio. Ogni notte Maaret dormiva.',
});
const second = storedSection({
  sectionNumber: 2,
  title: 'Il relè',
  content: 'Un giorno arrivò Tuomas. Nessuno fermò Tuomas.',
});
const flagsOf = async (...sections: Section[]) => checkForms(sections, ['Sono Nilak.']);
const flag = (form: string, ...words: object[]) => [{ sectionId: first.id, form, words }];

describe('a shorter form', () => {
  it.each<[string, Partial<Section>, object[]]>([
    ['of its own words is in order', { contentLine: 'Qui Maaret aggiusta.' }, []],
    [
      'names a later section',
      { contentLine: 'Qui arriva Tuomas.' },
      flag('line', { word: 'Tuomas', first: 2 }),
    ],
    [
      'names somebody of no section',
      { contentLine: 'Qui arriva Brunilde.' },
      flag('line', { word: 'Brunilde' }),
    ],
    ['may name who speaks', { contentLine: 'Qui parla Nilak.' }, []],
    [
      'is told apart from the others',
      { contentLine: 'Qui Maaret.', contentReduced30: 'Qui arriva Tuomas.' },
      flag('reduced30', { word: 'Tuomas', first: 2 }),
    ],
    ['that is not there says nothing', {}, []],
  ])('%s', async (_, forms, expected) => {
    expect(await flagsOf({ ...first, ...forms }, second)).toEqual(expected);
  });

  it('does not excuse itself: what only it says is still of a later section', async () => {
    const told = { ...first, contentLine: 'Qui arriva Tuomas.', contentReduced70: 'Qui arriva Tuomas.' };
    expect(await flagsOf(told, second)).toHaveLength(2);
  });
});

it('looks again at what was changed, and at everything when a text was', async () => {
  const spoken: string[] = [];
  const flags = (sections: Section[]) => checkForms(sections, spoken);
  const told = { ...first, contentLine: 'Qui arriva Tuomas.' };
  expect(await flags([told, second])).toHaveLength(1);
  expect(await flags([{ ...told, contentLine: 'Qui Maaret.' }, second])).toEqual([]);
  // Told earlier now: the same line has become innocent, though its record is the same.
  const before = storedSection({ sectionNumber: 1, title: 'Prima', content: 'Qui viveva Tuomas.' });
  const later = { ...told, sectionNumber: 3 };
  expect(await flags([before, later, second])).toEqual([
    { sectionId: first.id, form: 'line', words: [{ word: 'Tuomas' }] },
  ]);
});

it('compares with sections that have no forms', () => {
  const bare = withoutForms({ ...first, contentReduced70: 'a', contentReduced30: 'b', contentLine: 'c' });
  expect([bare.contentReduced70, bare.contentReduced30, bare.contentLine]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(bare.content).toBe(first.content);
});

describe('a memory card', () => {
  const [sample] = demoCards();
  if (!sample) throw new Error('the demonstration book has no cards');
  const bare = { ...sample, more: undefined, back: undefined, chip: undefined };
  const wordsOf = async (changes: Partial<typeof sample>) => {
    const card = { ...bare, ...changes };
    return (await checkCards([card], [second, first], ['Sono Nilak.'])).get(card);
  };

  it.each<[string, Partial<typeof sample>, object[] | undefined]>([
    ['may name its section', { sectionId: first.id, says: 'Maaret dormiva.' }, undefined],
    [
      'names a later section',
      { sectionId: first.id, says: 'Aspettavo Tuomas.' },
      [{ word: 'Tuomas', first: 2 }],
    ],
    [
      'names it in what follows',
      { sectionId: first.id, says: 'Sì.', more: 'Con Tuomas.' },
      [{ word: 'Tuomas', first: 2 }],
    ],
    ['may name the sections before it', { sectionId: second.id, says: 'Maaret lo sa.' }, undefined],
    [
      'from before the first is open to everybody',
      { sectionId: null, says: 'Conosco Maaret.' },
      [{ word: 'Maaret', first: 1 }],
    ],
    ['of a section that is gone is nobody’s', { sectionId: 'section-9', says: 'Ecco Tuomas.' }, undefined],
  ])('%s', async (_, changes, words) => {
    expect(await wordsOf(changes)).toEqual(words);
  });
});
