import { afterAll, expect, test } from 'vitest';
import { unlockedCards, unlockedSections } from '#shared/gate.ts';
import { chatRequest } from '#tests/support/chat-request.ts';
import { openEncodedModel } from '#tests/support/encoded.ts';
import { demoCards, demoSections } from '#tests/support/sections.ts';

const { model, close } = await openEncodedModel();
afterAll(close);

async function cardSaid(question: string, level: number) {
  const sections = unlockedSections(demoSections(), level);
  const cards = unlockedCards(demoCards(), sections, level);
  const { text } = await model.compose(chatRequest(level, question, { sections, cards }));
  return cards.find(({ says }) => text.startsWith(says));
}

// None of these is a way of asking that a card has.
test.each([
  ['tu ce l’hai un cane?', 'hai un cane?'],
  ['e il mare l’hai visto mai?', 'hai mai visto il mare?'],
  ['quale sarebbe il tuo colore preferito?', 'qual è il tuo colore preferito?'],
  ['e tu sei felice lì?', 'sei felice?'],
  ['sai anche disegnare?', 'sai disegnare?'],
])('«%s» is answered with what holds of him at any point', async (question, ask) => {
  for (const level of [0, 5, 12])
    expect((await cardSaid(question, level))?.asks, `level ${level}`).toContain(ask);
});

test.each([
  'di che colore è il larice?',
  'qual è il tuo scherzo preferito?',
  'che animali meccanici ci sono?',
])('«%s» is not', async (question) => {
  expect((await cardSaid(question, 5))?.kind).not.toBe('self');
});
