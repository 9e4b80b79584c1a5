import { afterAll, expect, it } from 'vitest';
import { unlockedCards, unlockedSections } from '#shared/gate.ts';
import { chatRequest } from '#tests/support/chat-request.ts';
import { openEncodedModel } from '#tests/support/encoded.ts';
import { foreignTexts as texts, readForeign } from '#tests/support/offline.ts';
import { demoCards, demoSections } from '#tests/support/sections.ts';

const languageOf = (message: string) => texts.findIndex(({ lines }) => lines === readForeign(message)?.lines);

it.each([
  ['how many bison are there?', 0],
  ['I live in a small town', 0],
  ['qui est Maaret?', 1],
  ['dónde estás ahora?', 2],
  ['wer hat das gebaut?', 3],
  ['come si chiama la bestia?', -1],
  ['la radio dove sta?', -1],
  ['ok, no', -1],
  ['tu come stai?', -1],
  ['Maaret', -1],
])('«%s» is of language %i', (message, language) => {
  expect(languageOf(message)).toBe(language);
});

it('takes no question of the book for another language', () => {
  const asks = demoCards().flatMap((card) => [...card.asks, ...(card.chip ? [card.chip] : [])]);
  expect(asks.length).toBeGreaterThan(1000);
  expect(asks.filter((ask) => readForeign(ask) !== undefined)).toEqual([]);
});

const { model, close } = await openEncodedModel();
afterAll(close);

async function answerTo(question: string): Promise<string> {
  const sections = unlockedSections(demoSections(), 5);
  const cards = unlockedCards(demoCards(), sections, 5);
  const told = [{ role: 'user' as const, content: question, level: 5, timestamp: new Date(0).toISOString() }];
  return (await model.compose({ ...chatRequest(5, question, { sections, cards }), told })).text;
}

it('looks a question up word for word, and answers it in Italian after a line in its language', async () => {
  const answer = await answerTo('who is Irja?');
  expect(answer).toContain('pilota');
  // A name that is an Italian word too.
  expect(await answerTo('who is Ferro?')).toMatch(/orso|gomma/);
  expect(texts[0]?.lines.prima.some((line) => answer.startsWith(line))).toBe(true);
});

it('says hello and goodbye in both, takes note, and owns up to what it does not know', async () => {
  expect(texts[3]?.lines.saluto).toContain(await answerTo('guten Abend'));
  expect(texts[1]?.lines.congedo).toContain(await answerTo('au revoir'));
  expect(await answerTo('my name is Oliver')).toContain('Oliver');
  expect(texts[0]?.lines.ignoto).toContain(await answerTo('what is the population of Peru?'));
});

it('answers what many write as it answers that in Italian', async () => {
  expect(await answerTo('what’s your name again?')).toContain('Nilak');
  expect(await answerTo('quel âge as-tu ?')).toContain('iciassette');
  expect(readForeign('hola, ¿cómo te llamas?')?.meaning).toBe('come ti chiami?');
  expect(readForeign('ich liebe dein Buch')?.meaning).toBe('il tuo libro mi è piaciuto tanto');
  expect(readForeign('my brother broke the radio')?.meaning).toBeUndefined();
});

it('quotes nothing back that is in another language', async () => {
  const said = 'my brother broke the kitchen radio';
  expect(texts[0]?.lines.capito).toContain(await answerTo(said));
});
