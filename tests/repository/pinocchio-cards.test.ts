import { describe, expect, it } from 'vitest';
import { spokenWords } from '#shared/contracts/memory-cards.ts';
import { checkCards } from '#server/spoilers/hindsight.ts';
import { plainTokens } from '#server/text/plain-tokens.ts';
import { pinocchioCards, pinocchioSections } from '../support/sections.ts';

const sections = pinocchioSections();
// Reading them checks each against the contract.
const cards = pinocchioCards();
const asked = cards.filter(({ kind }) => kind !== 'now');
const words = (text: string) => plainTokens(text).map(({ form }) => form);

/** As many words of a text as count for copied when they follow each other in another. */
const run = 6;
const runsOf = (text: string) =>
  words(text).flatMap((_, at, all) => (at + run <= all.length ? [all.slice(at, at + run).join(' ')] : []));
const inTheBook = new Set(sections.flatMap(({ content }) => runsOf(content)));
const copiedIn = (text = '') => runsOf(text).filter((words) => inTheBook.has(words));

describe('Pinocchio’s memory cards', () => {
  it('are 18 to 24 a chapter, with his mood at its end and three or four suggested questions', () => {
    for (const { id } of sections) {
      const here = cards.filter(({ sectionId }) => sectionId === id);
      const present = here.filter(({ kind }) => kind === 'now');
      expect(present.map(({ mood }) => Boolean(mood))).toEqual([true]);
      expect(here.length - 1, id).toBeGreaterThanOrEqual(18);
      expect(here.length - 1, id).toBeLessThanOrEqual(24);
      const chips = here.filter(({ chip }) => chip).length;
      expect(chips, id).toBeGreaterThanOrEqual(3);
      expect(chips, id).toBeLessThanOrEqual(4);
    }
  });

  it('are spoken: short, and asked for in many ways, none of them twice', () => {
    for (const { says, more = '', asks, about } of asked) {
      for (const text of [says, more])
        expect(text.split(/\s+/).length, text).toBeLessThanOrEqual(spokenWords);
      expect(asks.length, says).toBeGreaterThanOrEqual(7);
      expect(new Set(asks).size, says).toBe(asks.length);
      expect(about.length, says).toBeGreaterThan(0);
    }
  });

  it('copy no six words of the book', () => {
    expect(copiedIn('Dice che c’era una volta un pezzo di legno.')).not.toEqual([]);
    for (const { says, more } of cards) expect([...copiedIn(says), ...copiedIn(more)], says).toEqual([]);
  });

  it('name nobody whom their reader meets in a later chapter', async () => {
    const flags = await checkCards(cards, sections, []);
    const strays = [...flags].flatMap(([{ sectionId, says }, words]) => {
      const open = sections.slice(0, sections.findIndex(({ id }) => id === sectionId) + 1);
      // «Paese dei balocchi» stands in quotes when it is first named, so that its capital letter counts for nothing.
      const unseen = words.filter(({ word }) => open.every(({ content }) => !content.includes(word)));
      return unseen.map(({ word }) => `${word}: ${says}`);
    });
    expect(strays).toEqual([]);
    const [first] = cards;
    const early = first && { ...first, says: 'Un giorno ho conosciuto Mangiafoco.' };
    expect([...(await checkCards(early ? [early] : [], sections, [])).keys()]).toEqual([early]);
  });
});
