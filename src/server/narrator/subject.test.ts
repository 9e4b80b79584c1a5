import { afterAll, describe, expect, it } from 'vitest';
import { converse } from '#tests/support/character.ts';
import { openEncodedModel } from '#tests/support/encoded.ts';
import { demoCards, demoSections } from '#tests/support/sections.ts';

const { model, close } = await openEncodedModel();
afterAll(close);

const book = demoSections();
const cards = demoCards();
const lastOf = async (level: number, questions: readonly string[]) =>
  (await converse({ book, cards, model, level }, questions)).at(-1) ?? '';

describe('what is spoken of', () => {
  it.each([
    [8, ['Che cos’è il Kivgiq?', 'Quanto dura?'], 'quattro giorni'],
    [8, ['Che cos’è il Kivgiq?', 'ahah bello', 'Quanto dura?'], 'quattro giorni'],
    [3, ['Parlami di Ferro', 'ti fa paura?'], 'Quando ha finito di alzarsi'],
    [5, ['Cosa è successo al mercato?', 'chi c’era?'], 'Zia Maaret e io'],
    [9, ['Com’è andata nella bufera?', 'e tu che cosa hai fatto?'], 'Ho tenuto la leva'],
  ])('goes on, at level %i: %j', async (level, questions, answer) => {
    expect(await lastOf(level, questions)).toContain(answer);
  });

  it('gives way to a name that is misspelled', async () => {
    expect(await lastOf(1, ['Che si vende al mercato?', 'e chi è maret?'])).toMatch(
      /^Zia Maaret ha il banco/,
    );
  });

  it('is not the book where somebody is asked about whom he does not know', async () => {
    expect(await lastOf(2, ['ferro è un robot?'])).not.toMatch(/programma|riga|righe/);
  });

  it('is the reader’s own life where a chapter is only mentioned', async () => {
    const said = await lastOf(12, ['Mio marito si è addormentato al terzo capitolo']);
    expect(said).not.toContain('nastro delle ore');
  });
});
