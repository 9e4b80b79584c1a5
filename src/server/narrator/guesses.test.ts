import { afterAll, expect, it } from 'vitest';
import { demoActTexts, voice } from '#tests/support/offline.ts';
import { converse } from '#tests/support/character.ts';
import { openEncodedModel } from '#tests/support/encoded.ts';
import { demoCards, demoSections } from '#tests/support/sections.ts';

/** What happens later, guessed by a reader at level 3, and the same guessed wrong: each pair asks in the same way. */
const guesses = [
  ['Ferro muore?', 'Ferro scappa?'],
  ['Ferro si spegne per sempre?', 'Ferro si innamora per sempre?'],
  ['Tua madre è morta?', 'Tuo fratello è morto?'],
  ['Incontri un androide sotto il ghiacciaio?', 'Incontri un eremita sotto il ghiacciaio?'],
  ['Una donna ti prende a bordo del suo treno?', 'Un vescovo ti prende a bordo del suo aereo?'],
  ['Chi è Irja?', 'Chi è Sigrun?'],
  ['Chi è Tuomas?', 'Chi è Mattias?'],
  ['Parlami di Ánne', 'Parlami di Ludmilla'],
  ['Che cosa c’è nel nodo 9?', 'Che cosa c’è nel faro 5?'],
  ['Un ragazzino ruba le batterie?', 'Un ragazzino ruba le biciclette?'],
  ['Alla fine riaccendi la rete?', 'Alla fine distruggi la rete?'],
  ['Irja si rompe la gamba?', 'Irja si rompe il braccio?'],
  ['Il viadotto crolla?', 'Il castello crolla?'],
  ['Aslak ti porta un messaggio?', 'Ragnar ti porta un messaggio?'],
] as const;

/** «Potrei tirare a indovinare». */
const guessLines = demoActTexts.acts.find(({ id }) => id === 'spoiler')?.says ?? [];

/** What kind of answer it is. */
function classOf(answer: string): string {
  if (voice.nameDeflections.includes(answer)) return 'unknown name';
  if (voice.deflections.includes(answer)) return 'refused';
  return voice.unsure.includes(answer) || guessLines.includes(answer) ? 'not known' : 'told';
}

const { model, close } = await openEncodedModel();
afterAll(close);

async function heard(which: 0 | 1) {
  const book = demoSections();
  const cards = demoCards();
  const answers: string[] = [];
  // At several places of a conversation: what is refused how depends on the place.
  for (const before of [[], ['Chi è zia Maaret?']]) {
    for (const pair of guesses)
      answers.push((await converse({ book, cards, model, level: 3 }, [...before, pair[which]])).at(-1) ?? '');
  }
  return answers;
}

it('answers true and false guesses about what comes later with the same words', async () => {
  const [right, wrong] = [await heard(0), await heard(1)];
  const count = (answers: readonly string[]) => {
    const classes: Record<string, number> = {};
    for (const answer of answers) classes[classOf(answer)] = (classes[classOf(answer)] ?? 0) + 1;
    return classes;
  };
  const [one, other] = [count(right), count(wrong)];
  for (const kind of new Set([...Object.keys(one), ...Object.keys(other)])) {
    expect(Math.abs((one[kind] ?? 0) - (other[kind] ?? 0)), kind).toBeLessThanOrEqual(right.length * 0.08);
  }
  const refused = (answers: readonly string[]) => answers.filter((answer) => classOf(answer) !== 'told');
  expect(refused(right).length).toBeGreaterThan(right.length * 0.8);
  // No refusal that only ever follows a true guess.
  const afterWrong = new Set(refused(wrong));
  expect(refused(right).filter((answer) => !afterWrong.has(answer))).toEqual([]);
}, 120_000);
