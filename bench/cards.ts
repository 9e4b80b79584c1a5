/*
 * npm run bench -- cards: how often a way of asking that is left out finds its card among the others, with the weights of
 * src/server/narrator/card-search.ts fitted to it, and how readers' own questions fare: those at odd places were never looked
 * at. The weights in force lie halfway between what is fitted here and what was set by hand: a card's ways of asking ask for
 * different things, so that what is left out is less like the rest than a reader's question is. Then the likelihood that the
 * first card answers, fitted on questions at even places, on what is not in the book and on what is asked a section too early:
 * readers' questions and every fourth way of asking.
 */
import {
  cardWeights,
  confidenceIn,
  doubts,
  doubtsIn,
  findCards,
  leastConfidence,
  type CardCounts,
  type CardMatch,
} from '../src/server/main/lab.ts';
import { openCards, openSections } from '../src/shared/gate.ts';
import { cardQuestions } from '../tests/support/card-questions.ts';
import { chatRequest } from '../tests/support/chat-request.ts';
import { factQuestions } from '../tests/support/fact-questions.ts';
import { siteModel } from '../tests/support/offline.ts';
import { notInTheBook, ownWordsQuestions } from '../tests/support/own-words-questions.ts';
import { freshPinocchioQuestions, pinocchioQuestions } from '../tests/support/pinocchio-questions.ts';
import { demoCards, demoSections } from '../tests/support/sections.ts';

type Name = keyof CardCounts;
const names = Object.keys(cardWeights) as Name[];
const cards = demoCards().filter(({ kind }) => kind !== 'now' && kind !== 'end');
const sections = openSections(demoSections(), 12);
const parts = 4;
const mostRivals = 40;
/** Scores are about 0 to 1; the softmax is taken over eleven times as much. */
const sharpness = 11;

/** A way of asking: what is counted for the likeliest cards, and which of them it belongs to. */
interface Case {
  counts: number[][];
  own: number;
}

const cases: Case[] = [];
const places: number[] = [];
const right: CardMatch[][] = [];
const tooEarly: CardMatch[][] = [];
for (let part = 0; part < parts; part += 1) {
  const isLeft = (asks: readonly string[], at: number) => at % parts === part && asks.length > 1;
  const rest = cards.map((card) => ({
    ...card,
    asks: card.asks.filter((_, at) => !isLeft(card.asks, at)),
    chip: undefined,
  }));
  const open = openCards(rest, sections, 12);
  for (const { id } of open) {
    const asks = cards.find((card) => card.id === id)?.asks ?? [];
    for (const ask of asks.filter((_, at) => isLeft(asks, at))) {
      const matches = findCards(ask, open);
      const place = matches.findIndex(({ card }) => card.id === id);
      places.push(place);
      if (place === 0) right.push(matches);
      const section = cards.find((card) => card.id === id)?.sectionId;
      const number = sections.find((one) => one.id === section)?.sectionNumber ?? 0;
      if (part === 0 && number > 0) tooEarly.push(matchesAt(number - 1, ask));
      const rivals = matches.slice(0, mostRivals);
      if (place >= 0 && place < rivals.length)
        cases.push({ counts: rivals.map(({ counts }) => names.map((name) => counts[name])), own: place });
    }
  }
}
const within = (most: number) => places.filter((place) => place >= 0 && place < most).length / places.length;
console.log(
  `${places.length} ways of asking left out: first ${within(1).toFixed(3)}, in three ${within(3).toFixed(3)}`,
);

const weights = names.map((name) => cardWeights[name] * sharpness);
for (let round = 0; round < 300; round += 1) {
  const slopes = weights.map((weight) => 0.002 * weight);
  for (const { counts, own } of cases) {
    const powers = counts.map((row) =>
      Math.exp(row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)),
    );
    const total = powers.reduce((sum, power) => sum + power, 0);
    for (const [card, row] of counts.entries()) {
      const miss = (powers[card] ?? 0) / total - (card === own ? 1 : 0);
      for (const [at, value] of row.entries()) slopes[at] = (slopes[at] ?? 0) + (miss * value) / cases.length;
    }
  }
  for (const [at, slope] of slopes.entries()) weights[at] = (weights[at] ?? 0) - 2 * slope;
}
for (const [at, name] of names.entries())
  console.log(`${name} ${((weights[at] ?? 0) / sharpness).toFixed(3)}, in force ${cardWeights[name]}`);

function matchesAt(level: number, ask: string): CardMatch[] {
  const open = openSections(demoSections(), level);
  return findCards(ask, openCards(cards, open, level));
}

/** What the likelihood is fitted on: the first matches of a question, whether it can be answered, and what it counts. */
const examples: { matches: CardMatch[]; answers: 0 | 1; worth: number }[] = [];
const asked = [
  ...factQuestions,
  ...ownWordsQuestions,
  ...cardQuestions.map(({ section, ask, answer }) => [section, 12, ask, answer] as const),
];
const ranking = { 'looked at': [0, 0, 0], clean: [0, 0, 0] };
for (const [at, [section, level, ask, answer]] of asked.entries()) {
  const matches = matchesAt(level, ask);
  const holds = (most: number) => matches.slice(0, most).some(({ card }) => answer.test(card.says));
  const row = ranking[at % 2 === 0 ? 'looked at' : 'clean'];
  row[0] = (row[0] ?? 0) + 1;
  if (holds(1)) row[1] = (row[1] ?? 0) + 1;
  if (holds(3)) row[2] = (row[2] ?? 0) + 1;
  if (at % 2 !== 0) continue;
  if (holds(1)) examples.push({ matches, answers: 1, worth: 1 });
  if (section > 1) examples.push({ matches: matchesAt(section - 1, ask), answers: 0, worth: 0.5 });
}
for (const [half, [all, first, three]] of Object.entries(ranking))
  console.log(`readers' questions, ${half}: first ${first}, in three ${three} of ${all}`);
const absent = notInTheBook.map((ask) => matchesAt(12, ask));
for (const [at, matches] of absent.entries())
  if (at % 2 === 0) examples.push({ matches, answers: 0, worth: 2 });
for (const { ask } of [...pinocchioQuestions, ...freshPinocchioQuestions])
  examples.push({ matches: matchesAt(12, ask), answers: 0, worth: 0.5 });
for (const matches of right) examples.push({ matches, answers: 1, worth: 0.1 });
for (const matches of tooEarly) examples.push({ matches, answers: 0, worth: 0.04 });

const rows = examples.map(({ matches, answers, worth }) => ({ counted: doubtsIn(matches), answers, worth }));
const fitted = Object.keys(doubts).map(() => 0);
const worths = examples.reduce((sum, { worth }) => sum + worth, 0);
for (let round = 0; round < 30_000; round += 1) {
  const slopes = fitted.map((value, at) => (at === 0 ? 0 : 0.002 * value));
  for (const { counted, answers, worth } of rows) {
    const sum = counted.reduce((total, value, at) => total + value * (fitted[at] ?? 0), 0);
    const miss = worth * (1 / (1 + Math.exp(-sum)) - answers);
    for (const [at, value] of counted.entries()) slopes[at] = (slopes[at] ?? 0) + (miss * value) / worths;
  }
  for (const [at, slope] of slopes.entries()) fitted[at] = (fitted[at] ?? 0) - 4 * slope;
}
for (const [at, [name, value]] of Object.entries(doubts).entries())
  console.log(`${name} ${(fitted[at] ?? 0).toFixed(2)}, in force ${value}`);
for (const parity of [0, 1]) {
  const own = absent.filter((_, at) => at % 2 === parity);
  const told = own.filter((matches) => confidenceIn(matches) >= leastConfidence.open).length;
  console.log(
    `not in the book, ${parity === 0 ? 'looked at' : 'clean'}: a card is likely for ${told} of ${own.length}`,
  );
}

const model = siteModel();
const times = asked.flatMap(([, level, question]) => {
  const open = openSections(demoSections(), level);
  const request = chatRequest(level, question, {
    sections: open,
    cards: openCards(demoCards(), open, level),
  });
  const times = [0, 1, 2].map(() => {
    const before = process.cpuUsage();
    model.compose(request);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  // The first time builds what is kept of the sections and cards.
  return times.slice(1);
});
times.sort((one, other) => one - other);
console.log(`a reply: median ${(times[times.length >> 1] ?? 0).toFixed(2)} ms of processor time`);
