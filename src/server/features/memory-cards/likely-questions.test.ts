import { describe, expect, it } from 'vitest';
import { demoCards, demoSections, pinocchioSections, storedSection } from '#tests/support/sections.ts';
import { likelyQuestions } from './likely-questions.ts';

const questionsOf = (content: string) =>
  likelyQuestions(storedSection({ sectionNumber: 1, title: 'Il ponte', content }), []).map(
    ({ question }) => question,
  );

describe('the questions readers are likely to ask', () => {
  it.each([
    ['Poi venne Ada. E vidi Ada.', 'Chi è Ada?'],
    ['Andammo a Tirli. Da noi a Tirli nevicava.', 'Dov’è Tirli?'],
    ['Guardai la Linea. Sotto la Linea dormimmo.', 'Che cos’è Linea?'],
    ['C’erano due barche.', 'Quante barche erano?'],
    ['Ebbi paura.', 'Hai avuto paura?'],
    ['Pioveva.', 'Che cosa succede in «Il ponte»?'],
  ])('%s → %s', (content, wanted) => {
    expect(questionsOf(content)).toContain(wanted);
  });

  it.each([
    ['a name that stands there once', 'Poi venne Ada.', /Ada/],
    ['a measure', 'Fece due metri e tre giorni.', /metri|giorni/],
    [
      'the first half of a longer name',
      'Vidi la Linea Alta. Sotto la Linea Alta era la Linea. Oltre la Linea no.',
      /è Linea\?/,
    ],
  ])('leave out %s', (_, content, unwanted) => {
    expect(questionsOf(content).join()).not.toMatch(unwanted);
  });

  it('leave out what a card answers already, and say where they were found', () => {
    const all = demoCards();
    for (const section of demoSections()) {
      const cards = all.filter(({ sectionId }) => sectionId === section.id);
      const asked = new Set(cards.flatMap(({ asks }) => asks.map((text) => text.toLowerCase())));
      for (const { question, evidence } of likelyQuestions(section, cards)) {
        expect(asked).not.toContain(question.toLowerCase());
        expect(section.content.replace(/\s+/g, ' ')).toContain(evidence);
      }
    }
  });

  it('find some in every chapter of another book', () => {
    for (const section of pinocchioSections())
      expect(likelyQuestions(section, []).length, section.title).toBeGreaterThan(4);
  });
});
