import { expect, it, vi } from 'vitest';
import { unlockedSections } from '#shared/gate.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { persona } from '#tests/support/book-guard.ts';
import { pinocchioChapters, storedSection } from '#tests/support/sections.ts';
import { buildRequest } from '#server/talk/prompt.ts';
import { checkOf } from '#tests/support/spoiler-check.ts';

const chapters = pinocchioChapters().slice(0, 5);
const inWords = (text: string, put: (word: string, at: number) => string) =>
  text.split(' ').map(put).join(' ');
const bookOf = (contentOf: (content: string) => string): Section[] =>
  chapters.map(({ sectionNumber, title, content }) =>
    storedSection({ sectionNumber, title, content: contentOf(content) }),
  );
const cyrillic =
  'Жил-был старый столяр по имени Антонио. Он нашёл полено. Мария дала ему хлеба, и он ушёл в лес. ';

const manuscripts: readonly (readonly [name: string, book: () => Section[]])[] = [
  ['words in *italics*', () => bookOf((text) => inWords(text, (word) => `*${word}*`))],
  ['rows of asterisks', () => bookOf((text) => text.replaceAll('\n\n', '\n\n* * *\n\n'))],
  ['asterisks alone', () => bookOf((text) => '* '.repeat(text.length))],
  ['emoji', () => bookOf((text) => inWords(text, (word, at) => (at % 3 === 0 ? `${word} 🐻‍❄️🔥` : word)))],
  ['emoji alone', () => bookOf(() => '🐻‍❄️'.repeat(8_000))],
  ['Cyrillic', () => bookOf(() => cyrillic.repeat(120))],
  [
    'one section of 200,000 characters',
    () => [
      storedSection({
        sectionNumber: 1,
        title: 'Tutto',
        content: pinocchioChapters()
          .map(({ content }) => content)
          .join('\n\n')
          .slice(0, 200_000),
      }),
    ],
  ],
  [
    'a section without a full stop, a blank or a break',
    () => [storedSection({ sectionNumber: 1, title: 'Fiume', content: 'fiume'.repeat(40_000) })],
  ],
  [
    'sections of one word, the names told later',
    () =>
      ['Neve', 'Buio', 'Lucignolo', 'Fine', '…', '*'].map((content, at) =>
        storedSection({ sectionNumber: at + 1, title: content, content }),
      ),
  ],
  [
    'titles as long as a page',
    () => bookOf((text) => text).map((section) => ({ ...section, title: '*Lungo* 🐻 '.repeat(18) })),
  ],
];

it.each(manuscripts)('is checked to the end with %s', async (_, make) => {
  const check = checkOf(make());
  check.start();
  await vi.waitFor(() => expect(check.progress().state).not.toBe('running'), 60_000);
  const { state, report } = check.progress();
  expect(state).toBe('idle');
  expect(report).toMatchObject({ unchecked: [], prompts: { wrong: 0 } });
  expect(report?.replies.asked).toBeGreaterThan(0);
});

it.each(manuscripts)('fits what it plans of %s into every budget', (_, make) => {
  const book = make();
  for (const budget of [4_000, 8_000])
    for (const question of ['Riassumimi tutto dall’inizio.', 'Chi è Lucignolo? 🐻', '* * *']) {
      const input = {
        level: book.length,
        sections: unlockedSections(book, book.length),
        history: [],
        question,
      };
      expect(buildRequest(persona, input, budget, 1_200).plan.tokens).toBeLessThanOrEqual(budget);
    }
});
