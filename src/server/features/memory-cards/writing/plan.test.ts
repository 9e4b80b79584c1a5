import { describe, expect, it } from 'vitest';
import { demoSections, pinocchioSections, storedSection } from '#tests/support/sections.ts';
import { estimateTokens } from '#server/text/italian.ts';
import { answerTokens, planWriting } from './plan.ts';

const sentence = 'Pioveva sul ponte e il fiume passava sotto, gonfio e lento. ';
const sectionOf = (sentences: number) =>
  storedSection({ sectionNumber: 1, title: 'a', content: sentence.repeat(sentences).trim() });

describe('how cards are asked for', () => {
  it.each([
    ['a handful of a short section', 6, 4],
    ['more of a longer one', 30, 17],
    ['thirty at most', 400, 30],
  ])('%s', (_, sentences, target) => {
    const plan = planWriting(sectionOf(sentences), 8_000);
    expect(plan.target).toBe(target);
    expect(plan.perRequest * plan.parts.length).toBeGreaterThanOrEqual(target);
  });

  it('each request fits the plan of the provider, answer included', () => {
    for (const section of [...demoSections(), ...pinocchioSections(), sectionOf(3_000)]) {
      const { parts, perRequest } = planWriting(section, 8_000);
      for (const part of parts)
        expect(estimateTokens(part) + 800 + answerTokens(perRequest), section.title).toBeLessThanOrEqual(
          8_000,
        );
    }
  });

  it('the whole text is sent, in parts that are not too small to say something', () => {
    const long = sectionOf(300);
    expect(planWriting(long, 8_000).parts.join(' ').split(/\s+/)).toEqual(long.content.split(/\s+/));
    const short = sectionOf(22);
    expect(new Set(planWriting(short, 8_000).parts)).toEqual(new Set([short.content]));
  });
});
