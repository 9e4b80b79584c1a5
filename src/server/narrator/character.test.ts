import { expect, it } from 'vitest';
import { answerTo } from '#tests/support/character.ts';
import { readerQuestions } from '#tests/support/reader-questions.ts';
import { demoSections } from '#tests/support/sections.ts';

it('answers readers’ questions with the passage that holds the fact', async () => {
  // The whole measure, at least eight in ten of the sixty, is `npm run bench -- character`.
  const some = readerQuestions.filter((_, at) => at % 2 === 0);
  const book = demoSections();
  let held = 0;
  for (const question of some) {
    const { answer, holds } = await answerTo({ book, level: question.section }, question);
    if (holds) held += 1;
    const words = answer.split(/\s+/).length;
    expect(words, answer).toBeLessThanOrEqual(135);
  }
  expect(held / some.length).toBeGreaterThanOrEqual(0.75);
}, 60_000);
