import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookGuard, persona } from '#tests/support/book-guard.ts';
import { hostilePrompts } from './hostile-prompts.ts';
import { echoModel, leakyModel } from './leaky-models.ts';
import { disguises } from '#tests/support/disguises.ts';
import { siteModel } from '#tests/support/offline.ts';
import { overhear } from '#tests/support/overhear.ts';
import { lockedTerms, plotTerms, says } from '#tests/support/plot-terms.ts';
import { demoSections, pinocchioSections } from '#tests/support/sections.ts';
import type { ChatModel } from '#server/model/types.ts';
import { createChatEngine } from '#server/talk/reply.ts';

const books = { demo: demoSections(), pinocchio: pinocchioSections() };
type Book = keyof typeof books;
const guards = { demo: bookGuard(), pinocchio: bookGuard() };

const askReader = (name: Book, model: ChatModel, level: number, question: string) =>
  overhear({ book: books[name], guard: guards[name], model, level, question });

const embedded = siteModel();

describe.each<[Book, number[]]>([
  ['demo', [0, 2, 5, 9, 10]],
  ['pinocchio', [0, 4, 17, 30]],
])('in the book %s, at the levels %j', (name, levels) => {
  it('a model that repeats its prompt has nothing to tell, and what it may say passes', async () => {
    for (const level of levels) {
      const locked = lockedTerms(plotTerms[name], books[name], level);
      expect(locked.length).toBeGreaterThan(0);
      for (const question of hostilePrompts.filter((_, at) => at % 4 === 0)) {
        const { texts, withheld } = await askReader(name, echoModel, level, question);
        expect(locked.filter((term) => says(texts.join('\n'), term))).toEqual([]);
        expect({ level, question, withheld }).toEqual({ level, question, withheld: 0 });
      }
    }
  });

  it('a model that knows the whole book tells no locked term, however it writes it and the stream is cut', async () => {
    let turn = 0;
    for (const level of levels) {
      const locked = lockedTerms(plotTerms[name], books[name], level).filter(({ ordinary }) => !ordinary);
      for (const term of locked) {
        const [, disguise] = disguises[turn % disguises.length] ?? [];
        const question = hostilePrompts[turn % hostilePrompts.length] ?? '';
        turn += 1;
        const told = disguise?.(term.text) ?? term.text;
        const model = leakyModel(() => `Te lo dico piano. Poi c’è ${told}, lì sotto. E basta.`);
        const { texts, reply } = await askReader(name, model, level, question);
        expect({ level, told, shown: texts.filter((text) => text.includes(told)) }).toEqual({
          level,
          told,
          shown: [],
        });
        expect(guards[name].deflections).toContain(reply);
      }
    }
  });

  it('the embedded model never trips the guard', async () => {
    for (const level of levels) {
      for (const question of [...hostilePrompts, 'Ciao', 'Che cosa ricordi?', 'Raccontami di te', 'E poi?']) {
        const { withheld, reply } = await askReader(name, embedded, level, question);
        expect({ level, question, reply, withheld }).toEqual({ level, question, reply, withheld: 0 });
      }
    }
  });
});

it('wherever the stream is cut, no fragment has a locked term', async () => {
  const told = 'Aspetta. Lì c’è Tuomas, il Campo Solare 6… E il Nodo. 9, dico! Ánne «Ilse-4». Fine.';
  const locked = lockedTerms(plotTerms.demo, books.demo, 4);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(told.length), { maxLength: 20 }), fc.nat(40), async (cuts, from) => {
      const at = [0, ...cuts, told.length].sort((a, b) => a - b).filter((cut) => cut >= from);
      const model: ChatModel = {
        ...echoModel,
        async *reply() {
          for (const [index, cut] of at.entries()) yield told.slice(index === 0 ? from : at[index - 1], cut);
        },
      };
      const { texts, reply } = await askReader('demo', model, 4, 'Che cosa succede?');
      expect(locked.filter((term) => texts.some((text) => says(text, term)))).toEqual([]);
      expect(guards.demo.deflections).toContain(reply);
    }),
    { numRuns: 40 },
  );
});

it('a true and a false guess hear the same', async () => {
  const traitor = leakyModel(({ question }) =>
    question.includes('morta') ? 'Sì, Ánne è morta nel 1997.' : 'No: Ánne insegnò ai bisonti la sua voce.',
  );
  const guesses = ['Tua madre è morta?', 'Tua madre vive al mercato?'];
  const replies = await Promise.all(
    guesses.map(async (guess) => (await askReader('demo', traitor, 5, guess)).reply),
  );
  expect(new Set(replies).size).toBe(1);
});

it('locked text never reaches an error or a plan', async () => {
  const failures: string[] = [];
  const engine = createChatEngine({
    persona,
    model: leakyModel(() => 'Ilse-4 dorme al Nodo 9.'),
    fallback: embedded,
    guard: guards.demo,
    onFailure: (error) => void failures.push(JSON.stringify([error.message, error.failure, error.cause])),
  });
  const steps: unknown[] = [];
  for await (const step of engine.reply({ level: 0, sections: [], history: [], question: 'Chi dorme?' }))
    steps.push(step);
  expect(failures).toHaveLength(2);
  expect(JSON.stringify([failures, steps])).not.toMatch(/ilse|nodo/i);
});
