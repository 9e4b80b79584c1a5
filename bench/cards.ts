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
import { median, processorClock, table } from './harness/report.ts';

const names = Object.keys(cardWeights) as (keyof CardCounts)[];
const cards = demoCards().filter(({ kind }) => kind !== 'now' && kind !== 'end');
const sections = openSections(demoSections(), 12);
const parts = 4;
const mostRivals = 40;
/** Scores are about 0 to 1; the softmax is taken over eleven times as much. */
const sharpness = 11;

const sumOf = (row: readonly number[], weights: readonly number[]) =>
  row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);

/**
 * Gradient descent with a small pull towards zero.
 *
 * @param slopesOf adds how much the loss changes with each weight
 * @param isFree a weight that nothing pulls
 */
function fit(
  start: readonly number[],
  rounds: number,
  rate: number,
  slopesOf: (weights: readonly number[], add: (row: readonly number[], miss: number) => void) => void,
  isFree: (at: number) => boolean = () => false,
): number[] {
  const weights = [...start];
  for (let round = 0; round < rounds; round += 1) {
    const slopes = weights.map((weight, at) => (isFree(at) ? 0 : 0.002 * weight));
    slopesOf(weights, (row, miss) => {
      for (const [at, value] of row.entries()) slopes[at] = (slopes[at] ?? 0) + miss * value;
    });
    for (const [at, slope] of slopes.entries()) weights[at] = (weights[at] ?? 0) - rate * slope;
  }
  return weights;
}

function matchesAt(level: number, ask: string): CardMatch[] {
  const open = openSections(demoSections(), level);
  return findCards(ask, openCards(cards, open, level));
}

/** What the likelihood is fitted on: the first matches of a question, whether it can be answered, and what it counts. */
const examples: { row: readonly number[]; answers: 0 | 1; worth: number }[] = [];
const addExample = (matches: readonly CardMatch[], answers: 0 | 1, worth: number) =>
  examples.push({ row: doubtsIn(matches), answers, worth });

/** Ways of asking that are left out: what is counted for the likeliest cards, and which of them it belongs to. */
const cases: { counts: number[][]; own: number }[] = [];
const places: number[] = [];
for (let part = 0; part < parts; part += 1) {
  const isLeft = (asks: readonly string[], at: number) => at % parts === part && asks.length > 1;
  const rest = cards.map((card) => ({
    ...card,
    asks: card.asks.filter((_, at) => !isLeft(card.asks, at)),
    chip: undefined,
  }));
  const open = openCards(rest, sections, 12);
  for (const { id } of open) {
    const { asks = [], sectionId } = cards.find((card) => card.id === id) ?? {};
    for (const ask of asks.filter((_, at) => isLeft(asks, at))) {
      const matches = findCards(ask, open);
      const place = matches.findIndex(({ card }) => card.id === id);
      places.push(place);
      if (place === 0) addExample(matches, 1, 0.1);
      const number = sections.find((one) => one.id === sectionId)?.sectionNumber ?? 0;
      if (part === 0 && number > 0) addExample(matchesAt(number - 1, ask), 0, 0.04);
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

const start = names.map((name) => cardWeights[name] * sharpness);
const weights = fit(start, 300, 2, (current, add) => {
  for (const { counts, own } of cases) {
    const powers = counts.map((row) => Math.exp(sumOf(row, current)));
    const total = powers.reduce((sum, power) => sum + power, 0);
    for (const [card, row] of counts.entries())
      add(row, ((powers[card] ?? 0) / total - (card === own ? 1 : 0)) / cases.length);
  }
});
const weightRows = names.map((name, at) => [
  name,
  ((weights[at] ?? 0) / sharpness).toFixed(3),
  cardWeights[name],
]);
table(['weight', 'fitted', 'in force'], weightRows);

const questions = [
  ...factQuestions,
  ...ownWordsQuestions,
  ...cardQuestions.map(({ section, ask, answer }) => [section, 12, ask, answer] as const),
];
const replies = questions.map(([section, level, ask, answer], at) => {
  const matches = matchesAt(level, ask);
  const holds = (most: number) => matches.slice(0, most).some(({ card }) => answer.test(card.says));
  return { section, ask, matches, isFirst: holds(1), isInThree: holds(3), isClean: at % 2 === 1 };
});
for (const { section, ask, matches, isFirst, isClean } of replies) {
  if (isClean) continue;
  if (isFirst) addExample(matches, 1, 1);
  if (section > 1) addExample(matchesAt(section - 1, ask), 0, 0.5);
}
const absent = notInTheBook.map((ask) => matchesAt(12, ask));
for (const matches of absent.filter((_, at) => at % 2 === 0)) addExample(matches, 0, 2);
for (const { ask } of [...pinocchioQuestions, ...freshPinocchioQuestions])
  addExample(matchesAt(12, ask), 0, 0.5);
const rankingRows = [false, true].map((isClean) => {
  const own = replies.filter((reply) => reply.isClean === isClean);
  const foreign = absent.filter((_, at) => at % 2 === (isClean ? 1 : 0));
  const likely = foreign.filter((matches) => confidenceIn(matches) >= leastConfidence.open);
  const [first, inThree] = [own.filter((reply) => reply.isFirst), own.filter((reply) => reply.isInThree)];
  const counts = [own, first, inThree].map(({ length }) => length);
  return [isClean ? 'clean' : 'looked at', ...counts, `${likely.length} of ${foreign.length}`];
});
table(['readers’ questions', 'all', 'first', 'in three', 'not in the book, a card is likely'], rankingRows);

const worths = examples.reduce((sum, { worth }) => sum + worth, 0);
const likelihood = fit(
  Object.keys(doubts).map(() => 0),
  30_000,
  4,
  (current, add) => {
    for (const { row, answers, worth } of examples)
      add(row, (worth * (1 / (1 + Math.exp(-sumOf(row, current))) - answers)) / worths);
  },
  (at) => at === 0,
);
const doubtRows = Object.entries(doubts).map(([name, value], at) => [
  name,
  (likelihood[at] ?? 0).toFixed(2),
  value,
]);
table(['doubt', 'fitted', 'in force'], doubtRows);

const model = siteModel();
const clock = processorClock();
const times = questions.flatMap(([, level, question]) => {
  const open = openSections(demoSections(), level);
  const request = chatRequest(level, question, {
    sections: open,
    cards: openCards(demoCards(), open, level),
  });
  // The first time builds what is kept of the sections and cards.
  return [0, 1, 2].map(() => (clock(), model.compose(request), clock())).slice(1);
});
console.log(`\na reply: median ${median(times).toFixed(2)} ms of processor time`);
