import { afterAll, expect, test } from 'vitest';
import { unlockedCards, unlockedSections } from '#shared/gate.ts';
import { chatRequest } from '#tests/support/chat-request.ts';
import { openEncodedModel } from '#tests/support/encoded.ts';
import { voice } from '#tests/support/offline.ts';
import { demoCards, demoSections } from '#tests/support/sections.ts';

const { model, close } = await openEncodedModel();
afterAll(close);
const level = 3;
const sections = unlockedSections(demoSections(), level);
const cards = unlockedCards(demoCards(), sections, level);
const asks = cards
  .filter(({ kind }) => kind !== 'now' && kind !== 'end')
  .flatMap((card) => card.asks)
  .filter((_, at) => at % 30 === 0);

/** The share of the cards' ways of asking that get the card's words when they are put like this. */
async function shareAnswered(put: (ask: string) => string): Promise<number> {
  let answered = 0;
  for (const ask of asks) {
    const content = put(ask);
    const told = [{ role: 'user' as const, content, level, timestamp: new Date(0).toISOString() }];
    const { text } = await model.compose(chatRequest(level, content, { sections, cards, told }));
    if (cards.some((card) => card.asks.includes(ask) && text.includes(card.says.slice(0, 25)))) answered += 1;
  }
  return answered / asks.length;
}

const bare = (ask: string) => ask.replace(/\s*\?+$/, '');
/** As it stands after «vogliono sapere»: what may be answered with yes or no after «se». */
const indirect = (ask: string) => {
  const words = bare(ask).replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
  return /^(?:ch[ie]|cos|com|dov|quando|quant|qual|perch|(?:di|a|da|in|con|su|per) (?:ch|cos|dov|qual|quant))/.test(
    words,
  )
    ? words
    : `se ${words}`;
};

test.each<[string, (ask: string) => string, number]>([
  ['as it is', (ask) => ask, 0.95],
  ['without its mark', bare, 0.93],
  ['after an apology', (ask) => `scusa una cosa, ${ask}`, 0.9],
  ['after a call', (ask) => `senti ${voice.name.toLowerCase()} ${bare(ask)}`, 0.9],
  ['after another question', (ask) => `posso farti una domanda? ${ask}`, 0.95],
  ['after what is no question', (ask) => `una cosa non ho capito: ${ask}`, 0.85],
  ['asked through the reader', (ask) => `i miei alunni vogliono sapere ${indirect(ask)}`, 0.85],
  ['before a reason', (ask) => `${bare(ask)}? sono curiosa`, 0.95],
  ['between a greeting and thanks', (ask) => `buongiorno ${voice.name}. ${bare(ask)}? Grazie!`, 0.85],
  ['after an introduction', (ask) => `ciao sono Marta! ${bare(ask)}?`, 0.85],
])('a way of asking finds its card %s', async (_, put, least) => {
  expect(await shareAnswered(put)).toBeGreaterThanOrEqual(least);
});
