/*
 * npm run bench -- cards: how often a way of asking that is left out finds its card among the others, and how readers' own questions
 * fare: those at odd places were never looked at. The weights in force lie halfway between what was fitted to the left-out ways of
 * asking and what was set by hand: a card's ways of asking ask for different things, so that what is left out is less like the rest
 * than a reader's question is.
 */
import { confidenceIn, findCards, leastConfidence } from '../src/server/main/bench-api.ts';
import { unlockedCards, unlockedSections } from '../src/shared/gate.ts';
import { cardQuestions } from '../tests/support/card-questions.ts';
import { chatRequest } from '../tests/support/chat-request.ts';
import { factQuestions } from '../tests/support/fact-questions.ts';
import { siteModel } from '../tests/support/offline.ts';
import { notInTheBook, ownWordsQuestions } from '../tests/support/own-words-questions.ts';
import { demoCards, demoSections } from '../tests/support/sections.ts';
import { median, processorClock, table } from './harness/report.ts';

const cards = demoCards().filter(({ kind }) => kind !== 'now' && kind !== 'end');
const sections = demoSections();
const parts = 4;

const places: number[] = [];
for (let part = 0; part < parts; part += 1) {
  const isLeft = (asks: readonly string[], at: number) => at % parts === part && asks.length > 1;
  const rest = cards.map((card) => ({
    ...card,
    asks: card.asks.filter((_, at) => !isLeft(card.asks, at)),
    chip: undefined,
  }));
  const open = unlockedCards(rest, unlockedSections(sections, 12), 12);
  for (const { id } of open) {
    const asks = cards.find((card) => card.id === id)?.asks ?? [];
    for (const ask of asks.filter((_, at) => isLeft(asks, at)))
      places.push(findCards(ask, open).findIndex(({ card }) => card.id === id));
  }
}
const within = (most: number) => places.filter((place) => place >= 0 && place < most).length / places.length;
console.log(
  `${places.length} ways of asking left out: first ${within(1).toFixed(3)}, in three ${within(3).toFixed(3)}`,
);

function matchesAt(level: number, ask: string) {
  return findCards(ask, unlockedCards(cards, unlockedSections(sections, level), level));
}
const questions = [
  ...factQuestions.map(([, level, ask, answer]) => ({ level, ask, answer })),
  ...ownWordsQuestions.map(([, level, ask, answer]) => ({ level, ask, answer })),
  ...cardQuestions.map(({ ask, answer }) => ({ level: 12, ask, answer })),
];
const replies = questions.map(({ level, ask, answer }) =>
  matchesAt(level, ask).findIndex(({ card }) => answer.test(card.says)),
);
const isLikely = notInTheBook.map((ask) => confidenceIn(matchesAt(12, ask)) >= leastConfidence.open);
const rows = ['looked at', 'clean'].map((name, parity) => {
  const [own, foreign] = [replies, isLikely].map((list) => list.filter((_, at) => at % 2 === parity));
  const count = (most: number) =>
    own?.filter((place) => Number(place) >= 0 && Number(place) < most).length ?? 0;
  return [
    name,
    own?.length ?? 0,
    count(1),
    count(3),
    `${foreign?.filter(Boolean).length} of ${foreign?.length}`,
  ];
});
table(['readers’ questions', 'all', 'first', 'in three', 'not in the book, a card is likely'], rows);

const model = siteModel();
const clock = processorClock();
const times = questions.flatMap(({ level, ask }) => {
  const open = unlockedSections(sections, level);
  const request = chatRequest(level, ask, { sections: open, cards: unlockedCards(demoCards(), open, level) });
  // The first time builds what is kept of the sections and cards.
  return [0, 1, 2].map(() => (clock(), model.compose(request), clock())).slice(1);
});
console.log(`\na reply: median ${median(times).toFixed(2)} ms of processor time`);
