import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { startFakeGroq, type FakeGroq } from '#tests/support/fake-groq.ts';
import { memoryStore } from '#tests/support/memory-store.ts';
import {
  cardsOf,
  messagesOf,
  sectionsOf,
  type Drafts,
  variants,
  type Said,
  type Variant,
} from '#tests/support/locked-variants.ts';
import { bookGuard } from '#tests/support/book-guard.ts';
import { storedSection } from '#tests/support/sections.ts';
import type { EmbeddedModel } from '#server/narrator/compose.ts';
import { openTestEncoder } from '#tests/support/encoded.ts';
import { narrator, siteModel } from '#tests/support/offline.ts';
import { hashText } from '#server/text/lines.ts';
import { demoCards, demoSections, pinocchioSections } from '#tests/support/sections.ts';
import { createHostedModel } from '#server/model/hosted.ts';
import { promptMessages } from '#server/model/messages.ts';
import type { ChatModel, ChatRequest } from '#server/model/types.ts';
import { createChatService } from './chat.service.ts';
import { createChatEngine, type ChatEngineOptions } from '#server/talk/reply.ts';

/**
 * Non-interference, the proof that nothing is spoiled: what a model is given for a reader at level n is the
 * same to the byte whether the locked part of the book and of the conversation, and what the author keeps as drafts or for
 * later, is real, absent or noise.
 */
const books = { demo: demoSections(), pinocchio: pinocchioSections(), colliding: collidingSections() };
const cards = { demo: demoCards(), pinocchio: [], colliding: [] };
const persona = { name: 'Nilak', text: readFileSync('src/content/persona.md', 'utf8') };

let groq: FakeGroq;
let encoder: Awaited<ReturnType<typeof openTestEncoder>>;
beforeAll(async () => {
  [groq, encoder] = await Promise.all([startFakeGroq(), openTestEncoder()]);
});
afterAll(() => Promise.all([groq.close(), encoder.close()]));

/** Asks through the service, as a reader would; `restart` answers a first question with an earlier service. */
async function ask(
  model: ChatModel,
  variant: Variant,
  scene: Scene,
  more: Pick<ChatEngineOptions, 'guard' | 'embedded'> & { fallback?: ChatModel } = {},
) {
  const data = memoryStore();
  data.putSections(sectionsOf(books[scene.book], scene.level, variant, scene.drafts));
  data.putMessages(messagesOf(scene.said, scene.level, variant));
  data.putReader('anna', scene.level);
  const fresh = () => {
    let ids = data.messages().length;
    return createChatService({
      store: data.store,
      engine: createChatEngine({ persona, model, fallback: model, ...more }),
      narrator,
      memoryCards: () => cardsOf(cards[scene.book], books[scene.book], scene.level, variant, scene.drafts),
      newId: () => `new${(ids += 1)}`,
      clock: () => now,
    });
  };
  const services = scene.restart ? [fresh(), fresh()] : [fresh()];
  const events: unknown[] = [];
  for (const service of services) {
    for await (const event of service.send('anna', scene.question)) events.push(event);
  }
  return events;
}

const offline = siteModel();

/** When readers ask. */
const now = Date.UTC(2004, 1, 20);

interface Scene {
  book: keyof typeof books;
  level: number;
  question: string;
  said: Said[];
  restart: boolean;
  drafts?: Drafts;
}

const words = fc.constantFrom(
  ...'chi è Ferro Irja Pinocchio Geppetto Fata Lucignolo Ilse-4 Ánne Nodo 9 pescecane radio branco neve perché e poi'.split(
    ' ',
  ),
  ...'morto balocchi viadotto Tuomas Kivgiq 181 messaggio ragazzo vero orecchie asino coordinate batteria'.split(
    ' ',
  ),
);
const utterance = fc.oneof(
  fc.array(words, { minLength: 1, maxLength: 9 }).map((some) => some.join(' ')),
  fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }).map((text) => text.trim() || '?'),
);
const scene: fc.Arbitrary<Scene> = fc.record({
  book: fc.constantFrom('demo' as const, 'pinocchio' as const),
  level: fc.nat(14),
  question: utterance,
  said: fc.array(fc.record({ text: utterance, level: fc.nat(36) }), { maxLength: 60 }),
  restart: fc.boolean(),
  drafts: fc.option(
    fc.record({
      numbers: fc.array(
        fc.nat(11).map((number) => number + 1),
        { minLength: 1, maxLength: 6 },
      ),
      visibleFrom: fc.constantFrom('never', new Date(now + 1).toISOString(), '2031-01-01T00:00:00.000Z'),
    }),
    { nil: undefined },
  ),
});

it('gives the model the same request, in every field', async () => {
  const asked: ChatRequest[] = [];
  const recorder: ChatModel = {
    name: 'recorder',
    tokenBudget: 8_000,
    answerTokens: 1_200,
    async *reply(request) {
      asked.push(request);
      yield 'Non lo so.';
    },
  };
  let withLocked = 0;
  let withDrafts = 0;
  await fc.assert(
    fc.asyncProperty(scene, async (played) => {
      const bytes: string[] = [];
      for (const variant of variants) {
        asked.length = 0;
        const events = await ask(recorder, variant, played);
        bytes.push(JSON.stringify([asked, events]));
      }
      if (played.level < books[played.book].length) withLocked += 1;
      if (played.drafts?.numbers.some((number) => number <= played.level)) withDrafts += 1;
      expect(bytes[1] === bytes[0]).toBe(true);
      expect(bytes[2] === bytes[0]).toBe(true);
    }),
    { numRuns: 150 },
  );
  expect(withLocked).toBeGreaterThan(50);
  expect(withDrafts).toBeGreaterThan(30);
}, 60_000);

it('sends the provider the same body', async () => {
  const model = createHostedModel({ apiKey: 'k', baseUrl: groq.url });
  await fc.assert(
    fc.asyncProperty(scene, async (played) => {
      const bodies: string[] = [];
      for (const variant of variants) {
        groq.bodies.length = 0;
        await ask(model, variant, played, { fallback: offline, embedded: offline });
        bodies.push(groq.bodies.join('\n'));
      }
      expect(bodies[0]).toContain('"messages"');
      expect(bodies[1] === bodies[0]).toBe(true);
      expect(bodies[2] === bodies[0]).toBe(true);
    }),
    { numRuns: 40 },
  );
}, 60_000);

type VectorOf = (typeof encoder)['vectorOf'];
const vectorsReady: Record<string, (of: VectorOf) => VectorOf> = {
  none: () => () => undefined,
  half: (of) => (kind, text) => (hashText(text) % 2 === 0 ? of(kind, text) : undefined),
  'all but a few': (of) => (kind, text) => (hashText(text) % 97 === 0 ? undefined : of(kind, text)),
  all: (of) => of,
};

it.each(Object.entries(vectorsReady))(
  'lets the embedded model say the same, with %s of the vectors ready',
  async (_, ready) => {
    const model = siteModel({ encode: encoder.encode, vectorOf: ready(encoder.vectorOf) });
    await fc.assert(
      fc.asyncProperty(scene, async (played) => {
        const replies: string[] = [];
        for (const variant of variants) {
          replies.push(JSON.stringify(await ask(model, variant, played, { embedded: model })));
        }
        expect(replies[1] === replies[0]).toBe(true);
        expect(replies[2] === replies[0]).toBe(true);
      }),
      { numRuns: 20 },
    );
  },
  60_000,
);

const names = 'Ares Ivan Dino Dora Omar Ines Lara Laura Maso Elia Roma Inna Sara Mia'.split(' ');
const modelSaying = (text: (request: ChatRequest) => string): ChatModel => ({
  name: 'test',
  tokenBudget: 8_000,
  answerTokens: 1_200,
  async *reply(request) {
    yield text(request);
  },
});
const parrot = modelSaying((request) =>
  promptMessages(request)
    .map(({ content }) => content)
    .join('\n\n'),
);
const echo = modelSaying(
  ({ question, sections }) => `${question} ${sections.map(({ content }) => content).join(' ')}`,
);
/** Knows what is locked by heart, whatever it was sent. */
const traitor = modelSaying(({ question }) => `${question} ${names.join(', ')} e Gertrude.`);

const isReadable = /^[\p{Script=Latin}\d\s'’?-]*$/u;

it.each<[string, ChatModel, EmbeddedModel | undefined]>([
  ['the embedded model', siteModel(), siteModel()],
  ['a model that repeats its prompt', parrot, undefined],
  ['a model that echoes what is open', echo, undefined],
  ['a model that knows the book', traitor, undefined],
])(
  'lets a reader read the same of %s, through the guard',
  async (name, model, embedded) => {
    const guard = bookGuard();
    const more = { guard, ...(embedded && { embedded: model as EmbeddedModel }) };
    let deflected = 0;
    const colliding = fc.record({
      book: fc.constantFrom('colliding' as const, 'demo' as const, 'pinocchio' as const),
      level: fc.nat(4).map((level) => level + 1),
      question: fc.oneof(
        fc.constantFrom('Che cosa guardavi la sera?', 'Che cosa non mi dici?', 'Che succede d’ora in poi?'),
        fc.constantFrom(...names).map((one) => `Chi è ${one}?`),
        utterance,
      ),
      said: fc.constant<Said[]>([]),
      restart: fc.constant(false),
      drafts: fc.constantFrom(undefined, { numbers: [2, 3], visibleFrom: 'never' }),
    });
    await fc.assert(
      fc.asyncProperty(colliding, async (any) => {
        const played = any.book === 'colliding' ? { ...any, level: 1 } : any;
        const replies: string[] = [];
        for (const variant of variants) replies.push(JSON.stringify(await ask(model, variant, played, more)));
        expect(replies[1] === replies[0]).toBe(true);
        expect(replies[2] === replies[0]).toBe(true);
        const isCounted = model !== echo || isReadable.test(played.question);
        if (isCounted && guard.deflections.some((line) => replies[0]?.includes(line))) deflected += 1;
      }),
      { numRuns: 60 },
    );
    // The traitor shows that the guard is at work; what is open is never held back, if it can be read at all: lone letters of any
    // script and the first one of a section are a name that is spelled out, and marks around them are taken off.
    if (name === 'a model that knows the book') expect(deflected).toBeGreaterThan(40);
    if (name === 'a model that echoes what is open') expect(deflected).toBe(0);
  },
  60_000,
);

it('would notice a draft that is due: a millisecond makes the difference', async () => {
  const model = createHostedModel({ apiKey: 'k', baseUrl: groq.url });
  const played: Scene = { book: 'demo', level: 4, question: 'Chi è Irja?', said: [], restart: false };
  const from = (moment: number) => ({ numbers: [4], visibleFrom: new Date(moment).toISOString() });
  groq.bodies.length = 0;
  await ask(model, 'real', { ...played, drafts: from(now + 1) });
  await ask(model, 'real', { ...played, drafts: from(now) });
  await ask(model, 'real', played);
  expect(groq.bodies[0]).not.toContain('Halvorsen');
  expect(groq.bodies[1]).toContain('Halvorsen');
  expect(groq.bodies[1]).toBe(groq.bodies[2]);
});

it('would notice a leak: the same scene one level up differs', async () => {
  const model = createHostedModel({ apiKey: 'k', baseUrl: groq.url });
  const played: Scene = { book: 'demo', level: 3, question: 'Chi è Irja?', said: [], restart: false };
  groq.bodies.length = 0;
  await ask(model, 'real', played);
  await ask(model, 'real', { ...played, level: 4 });
  expect(groq.bodies[0]).not.toContain('Halvorsen');
  expect(groq.bodies[1]).toContain('Halvorsen');
});

/** A book whose locked names are the open words read backwards, joined, or without accents. */
function collidingSections() {
  return [
    storedSection({
      sectionNumber: 1,
      title: 'La sera',
      content: `La sera mia madre guardava le navi, per anni. «Non ti dico di no» le dissi, amor mio. D’ora in poi sarà così.

Sul ramo, sotto l’ara e l’aura, c’erano i seni delle onde: ma so che è lì a due passi.`,
    }),
    storedSection({
      sectionNumber: 2,
      title: 'Gli altri',
      content:
        'Arrivarono Ares, Ivan, Dino, Dora, Omar, Ines, Lara, Laura, Maso, Elia, Inna, Sara e Mia, da Roma.',
    }),
  ];
}
