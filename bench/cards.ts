/*
 * npm run bench -- cards: how often a way of asking that is left out finds its card among the others, and the weights of
 * src/server/narrator/card-search.ts fitted to it. `ask`, `second` and `akin` are then set by hand: a card's ways of asking ask
 * for different things, so that what is left out is less like the rest than a reader's question is.
 */
import { cardWeights, findCards, type CardCounts } from '../src/server/main/lab.ts';
import { openCards, openSections } from '../src/shared/gate.ts';
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
for (let part = 0; part < parts; part += 1) {
  const isLeft = (asks: readonly string[], at: number) => at % parts === part && asks.length > 1;
  const rest = cards.map((card) => ({
    ...card,
    asks: card.asks.filter((_, at) => !isLeft(card.asks, at)),
    chip: undefined,
  }));
  const open = openCards(rest, sections, 12);
  for (const { id, asks } of cards)
    for (const ask of asks.filter((_, at) => isLeft(asks, at))) {
      const matches = findCards(ask, open, sections);
      const place = matches.findIndex(({ card }) => card.id === id);
      places.push(place);
      const rivals = matches.slice(0, mostRivals);
      if (place >= 0 && place < rivals.length)
        cases.push({ counts: rivals.map(({ counts }) => names.map((name) => counts[name])), own: place });
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
  console.log(`${name} ${((weights[at] ?? 0) / sharpness).toFixed(3)}`);
