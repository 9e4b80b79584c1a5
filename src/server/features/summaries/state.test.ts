import { describe, expect, it } from 'vitest';
import type { Section } from '#shared/contracts/sections.ts';
import { summaryFields, summaryForms, type SummaryForm } from '#shared/contracts/summaries.ts';
import { storedSection } from '#tests/support/sections.ts';
import { fingerprintOf, isLongEnough, missingForms, stateOf, staleForms, withGenerated } from './state.ts';

const content = 'La neve fischiava sotto gli stivali. '.repeat(12);
const bare = storedSection({ sectionNumber: 1, title: 'La neve', content });
const generated = (section: Section, form: SummaryForm) =>
  withGenerated(section, form, 'Breve.', 'prova/modello');
const byAuthor = { ...bare, contentReduced30: 'L’ho scritto io.' };
const edited = (section: Section): Section => ({ ...section, content: `${section.content} Poi smise.` });

describe('the state of a form', () => {
  it.each<[string, Section, string]>([
    ['without text is missing', bare, 'missing'],
    ['without origin is the author’s', byAuthor, 'author'],
    ['generated from this text is fresh', generated(bare, 'reduced30'), 'generated'],
    ['generated from another text is stale', edited(generated(bare, 'reduced30')), 'stale'],
    ['with another form’s origin is the author’s', generated(byAuthor, 'line'), 'author'],
    [
      'cleared, its origin left behind, is missing',
      { ...generated(bare, 'reduced30'), contentReduced30: undefined },
      'missing',
    ],
  ])('%s', (_, section, state) => {
    expect(stateOf(section, 'reduced30')).toBe(state);
  });

  it('does not change with the title, the number or another form', () => {
    const made = generated(bare, 'reduced70');
    for (const other of [{ title: 'Altro' }, { sectionNumber: 9 }, { contentLine: 'Mia.' }])
      expect(stateOf({ ...made, ...other }, 'reduced70')).toBe('generated');
  });
});

describe('the forms that have to be made', () => {
  it.each<[string, Section, SummaryForm[]]>([
    ['all of a new section', bare, [...summaryForms]],
    ['not those of the author', byAuthor, ['reduced70', 'line']],
    ['not those that are fresh', generated(bare, 'line'), ['reduced70', 'reduced30']],
    ['stale ones anew, the author’s never', edited(generated(byAuthor, 'line')), ['reduced70', 'line']],
    ['none of a text that is its own summary', { ...bare, content: 'Nevicava. Poi smise.' }, []],
  ])('%s', (_, section, forms) => {
    expect(missingForms(section)).toEqual(forms);
  });

  it.each([
    [59, false],
    [60, true],
  ])('a text of %i words is long enough: %s', (words, isLong) => {
    expect(isLongEnough({ ...bare, content: 'neve '.repeat(words) })).toBe(isLong);
  });

  it('tells the stale ones apart from those that never were', () => {
    expect(staleForms(edited(generated(bare, 'line')))).toEqual([{ sectionId: bare.id, form: 'line' }]);
    expect(staleForms(edited(byAuthor))).toEqual([]);
  });
});

describe('a generated form', () => {
  it.each(summaryForms)('%s takes its place and nobody else’s, with its origin', (form) => {
    const section = withGenerated(byAuthor, form, 'Breve.', 'prova/modello');
    expect(section[summaryFields[form]]).toBe('Breve.');
    expect(section.generated).toEqual({ [form]: { by: 'prova/modello', of: fingerprintOf(bare) } });
    expect({ ...section, generated: undefined, [summaryFields[form]]: undefined }).toEqual({
      ...byAuthor,
      generated: undefined,
      [summaryFields[form]]: undefined,
    });
  });

  it('keeps the origins of the others', () => {
    const both = withGenerated(generated(bare, 'line'), 'reduced30', 'Più lunga.', 'inHouse');
    expect(Object.keys(both.generated ?? {}).sort()).toEqual(['line', 'reduced30']);
  });
});
