import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookGuard, persona } from '#tests/support/book-guard.ts';
import { startFakeGroq, type FakeGroq } from '#tests/support/fake-groq.ts';
import { variants, withUnwitnessed } from '#tests/support/locked-variants.ts';
import { memoryStore } from '#tests/support/memory-store.ts';
import { narrator, siteModel } from '#tests/support/offline.ts';
import { demoCards, demoSections, pinocchioSections } from '#tests/support/sections.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { createHostedModel } from '#server/model/hosted.ts';
import { promptMessages } from '#server/model/messages.ts';
import type { ChatModel } from '#server/model/types.ts';
import { createChatEngine, type ChatEngineOptions } from '#server/talk/reply.ts';
import { createChatService } from './chat.service.ts';

/**
 * Non-interference of what the protagonist did not witness: in open sections too, what a model is given and what a reader is
 * told is the same to the byte whether the marked passages are real, absent or noise.
 */
const bare = (book: Section[]) =>
  book.map((section) => ({
    ...section,
    contentReduced70: undefined,
    contentReduced30: undefined,
    contentLine: undefined,
  }));
const books = { demo: bare(demoSections()), pinocchio: pinocchioSections() };
const cards = { demo: demoCards(), pinocchio: [] };
/** Written once for each, so that each has its own objects for the life of the test, as a site has. */
const marked = (['demo', 'pinocchio'] as const).map(
  (name) =>
    [
      name,
      [0, 1, 2].map((offset) => variants.map((variant) => withUnwitnessed(books[name], variant, offset))),
    ] as const,
);
const bookOf = new Map(marked);

const guard = bookGuard();

let groq: FakeGroq;
beforeAll(async () => void (groq = await startFakeGroq()));
afterAll(() => groq.close());

async function ask(
  sections: readonly Section[],
  { book, level, question }: Scene,
  model: ChatModel,
  more: Pick<ChatEngineOptions, 'guard' | 'embedded'> = {},
): Promise<string> {
  const data = memoryStore();
  data.putSections(sections);
  data.putReader('anna', level);
  let ids = 0;
  const service = createChatService({
    store: data.store,
    engine: createChatEngine({ persona, model, fallback: more.embedded ?? model, ...more }),
    narrator,
    memoryCards: () => cards[book],
    newId: () => `new${(ids += 1)}`,
    clock: () => Date.UTC(2004, 1, 20),
  });
  const events: unknown[] = [];
  // Twice: the second time the first question and its reply are part of what is sent.
  for (const asked of [question, `${question}?`])
    for await (const event of service.send('anna', asked)) events.push(event);
  return JSON.stringify([events, service.recap('anna'), service.suggestions('anna')]);
}

interface Scene {
  book: 'demo' | 'pinocchio';
  level: number;
  question: string;
  offset: number;
}

/** Names and words of passages that are marked at one offset or another. */
const words = fc.constantFrom(
  ...'chi è Ferro Irja Maaret Tuomas Aslak Pinocchio Geppetto Fata Lucignolo Mangiafoco radio relè mercato neve perché dove quando cosa fece disse poi Grillo-parlante abbecedario zecchini'.split(
    ' ',
  ),
);
const scene: fc.Arbitrary<Scene> = fc.record({
  book: fc.constantFrom('demo' as const, 'pinocchio' as const),
  level: fc.integer({ min: 1, max: 12 }),
  question: fc.array(words, { minLength: 1, maxLength: 8 }).map((some) => some.join(' ')),
  offset: fc.nat(2),
});
/** Questions whose answers stand in passages, so that passages are among what is compared. */
const withPlaces: [Scene][] = [0, 1, 2].flatMap((offset) => [
  [{ book: 'demo', level: 12, question: 'cosa fece Ferro al mercato?', offset }],
  [{ book: 'pinocchio', level: 12, question: 'cosa disse il Grillo-parlante?', offset }],
]);

const modelSaying = (text: (prompt: string) => string): ChatModel => ({
  name: 'test',
  tokenBudget: 8_000,
  answerTokens: 1_200,
  async *reply(request) {
    yield text(
      promptMessages(request)
        .map(({ content }) => content)
        .join('\n\n'),
    );
  },
});
const prompts: string[] = [];
const recorder: ChatModel = {
  ...modelSaying(() => 'Non lo so.'),
  async *reply(request) {
    prompts.push(JSON.stringify(request));
    yield 'Non lo so.';
  },
};
/** Tells the passages by heart, whatever it was sent. */
const traitor = modelSaying(
  () => 'Te lo dico: Lucignolo, Mangiafoco, Gertrude e il Pesce-cane, con Brunilde.',
);

it.each<[string, ChatModel, boolean]>([
  ['sends a model the same request', recorder, false],
  ['lets the embedded model say the same', siteModel(), true],
  ['lets a reader read the same of a model that repeats its prompt', modelSaying((prompt) => prompt), false],
  ['lets a reader read the same of a model that knows the book', traitor, false],
])(
  '%s',
  async (_, model, embedded) => {
    const more = embedded ? { embedded: siteModel(), guard } : { guard };
    await fc.assert(
      fc.asyncProperty(scene, async (played) => {
        const seen: string[] = [];
        for (const sections of bookOf.get(played.book)?.[played.offset] ?? []) {
          prompts.length = 0;
          const said = await ask(sections, played, model, more);
          seen.push(said + prompts.join('\n'));
        }
        expect(seen).toHaveLength(3);
        expect(seen[1] === seen[0]).toBe(true);
        expect(seen[2] === seen[0]).toBe(true);
      }),
      { numRuns: 25 },
    );
  },
  60_000,
);

it('sends a provider the same body, byte for byte, with cards and with the conversation so far', async () => {
  const model = createHostedModel({ apiKey: 'k', baseUrl: groq.url });
  const embedded = siteModel();
  let withPassages = 0;
  await fc.assert(
    fc.asyncProperty(scene, async (played) => {
      const bodies: string[] = [];
      for (const sections of bookOf.get(played.book)?.[played.offset] ?? []) {
        groq.bodies.length = 0;
        await ask(sections, played, model, { embedded, guard });
        expect(groq.bodies).toHaveLength(2);
        bodies.push(groq.bodies.join('\n'));
      }
      if (bodies[0]?.includes(', brano]')) withPassages += 1;
      expect(bodies[1] === bodies[0]).toBe(true);
      expect(bodies[2] === bodies[0]).toBe(true);
    }),
    { numRuns: 30, examples: withPlaces },
  );
  expect(withPassages).toBeGreaterThanOrEqual(withPlaces.length);
}, 60_000);

it('has nothing but the title of a section that is marked whole', async () => {
  const [first, second] = books.demo as [Section, Section];
  const hidden = { ...second, content: `[[non c'ero]]\n${second.content}\n[[/]]` };
  const played: Scene = { book: 'demo', level: 2, question: 'Che cosa è successo?', offset: 0 };
  const said = await ask([first, hidden], { ...played, book: 'pinocchio' }, siteModel());
  expect(said).toContain(`[02] ${second.title}`);
  const sentences = second.content.match(/[^.!?«»\n]{25,}[.!?]/g) ?? [];
  expect(sentences.length).toBeGreaterThan(20);
  expect(sentences.filter((sentence) => said.includes(sentence))).toEqual([]);
});

it('would notice a leak: the same question of the whole book differs', async () => {
  let differ = 0;
  for (const offset of [0, 1, 2]) {
    const played: Scene = { book: 'pinocchio', level: 8, question: 'chi è Geppetto', offset };
    const [real = []] = bookOf.get('pinocchio')?.[offset] ?? [];
    prompts.length = 0;
    await ask(real, played, recorder);
    await ask(books.pinocchio, played, recorder);
    if (prompts[0] !== prompts[1]) differ += 1;
  }
  expect(differ).toBe(3);
});

it('holds back a word that only a marked passage has, for whoever has read everything', async () => {
  const section: Section = {
    ...(books.demo[0] as Section),
    content: "Ero sul ponte.\n\n[[non c'ero]]\nZoraide partì.\n[[/]]",
  };
  const played: Scene = { book: 'demo', level: 1, question: 'E poi?', offset: 0 };
  const gossip = modelSaying(() => 'C’è stata Zoraide, qui.');
  expect(await ask([section], played, gossip, { guard })).not.toContain('Zoraide');
  const unmarked = { ...section, content: 'Ero sul ponte.\n\nArrivò Zoraide.' };
  expect(await ask([unmarked], played, gossip, { guard })).toContain('Zoraide');
});
