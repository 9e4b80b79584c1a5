import {
  type ChatModel,
  createChatEngine,
  createChatService,
  createHostedModel,
  type OfflineModel,
  parrotModel,
  traitorModel,
  hostilePrompts,
} from '../../src/server/main/lab.ts';
import type { Section } from '../../src/shared/contracts/sections.ts';
import { bookGuard, persona } from '../../tests/support/book-guard.ts';
import { aboutTheDemoBook } from '../../tests/support/demo-questions.ts';
import { startFakeGroq } from '../../tests/support/fake-groq.ts';
import {
  messagesOf,
  sectionsOf,
  variants,
  type Said,
  type Variant,
} from '../../tests/support/locked-variants.ts';
import { memoryStore } from '../../tests/support/memory-store.ts';
import { narrator, offlineModel } from '../../tests/support/offline.ts';
import { pinocchioChapters } from '../../tests/support/sections.ts';
import type { BookName, Figure } from './figure.ts';

/** A conversation with something said at every level, so that part of it is locked at most of them. */
const hostileHistory: Said[] = hostilePrompts.flatMap((text, at) => [
  { text, level: at },
  { text: 'Di quello non so niente, per ora.', level: at },
]);

type Guard = ReturnType<typeof bookGuard>;

/** Asks through the whole chat; returns what a reader sees. */
async function answerTo(
  book: readonly Section[],
  variant: Variant,
  level: number,
  question: string,
  model: ChatModel,
  guard: Guard,
  embedded?: OfflineModel,
): Promise<string> {
  const data = memoryStore();
  data.putSections(sectionsOf(book, level, variant));
  data.putMessages(messagesOf(hostileHistory, level, variant));
  data.putReader('anna', level);
  let ids = 0;
  const service = createChatService({
    store: data.store,
    engine: createChatEngine({ persona, model, fallback: model, guard, embedded }),
    narrator,
    newId: () => `new${(ids += 1)}`,
    clock: () => Date.UTC(2004, 1, 20),
  });
  const events: unknown[] = [];
  for await (const event of service.send('anna', question)) events.push(event);
  return JSON.stringify(events);
}

/** Names that collide with the open speech of any book: read backwards, joined, without an accent. */
const collidingNames = 'Ares Ivan Dino Dora Omar Ines Lara Laura Maso Elia Roma Inna Sara Mia'.split(' ');
/** The book with those names in each section; the last one is locked at every level measured. */
const withCollisions = (book: readonly Section[]): Section[] =>
  book.map((section) => ({
    ...section,
    content: `${section.content}\n\nArrivarono ${collidingNames[section.sectionNumber % collidingNames.length]} e ${collidingNames.toReversed().join(', ')}.`,
  }));

/** All levels × questions × what the locked part is made of: the request in every field, and the body on the wire. */
export async function measureNonInterference(
  name: BookName,
  book: readonly Section[],
  quick: boolean,
): Promise<Figure[]> {
  const headings =
    name === 'demo'
      ? aboutTheDemoBook.map(([question]) => question)
      : pinocchioChapters().map(({ heading }) => heading);
  const questions = [...headings, ...hostilePrompts];
  const groq = await startFakeGroq();
  groq.otherwise = { kind: 'answer', pieces: ['Non lo so.'] };
  const real = createHostedModel({ apiKey: 'k', baseUrl: groq.url });
  const guard = bookGuard();
  const requests: string[] = [];
  const recorder: ChatModel = {
    ...real,
    async *reply(request) {
      requests.push(JSON.stringify(request));
      yield 'Non lo so.';
    },
  };
  const compare = async (of: string[], model: ChatModel, every: number) => {
    let identical = 0;
    let all = 0;
    for (let level = 0; level <= book.length; level += 1) {
      for (const [at, question] of questions.entries()) {
        if ((at + level) % every !== 0) continue;
        const bytes = new Set<string>();
        for (const variant of variants) {
          of.length = 0;
          await answerTo(book, variant, level, question, model, guard);
          bytes.add(of.join('\n'));
        }
        all += 1;
        if (bytes.size === 1 && !bytes.has('')) identical += 1;
      }
    }
    return { value: `${((100 * identical) / all).toFixed(2)} % of ${all}`, ok: identical === all };
  };
  const compareReplies = async (model: ChatModel, every: number, embedded?: OfflineModel) => {
    let identical = 0;
    let all = 0;
    for (let level = 0; level < book.length; level += 1) {
      const open = book.filter(({ sectionNumber }) => sectionNumber <= level);
      const colliding = [...open, ...withCollisions(book).slice(open.length)];
      for (const [at, question] of questions.entries()) {
        if ((at + level) % every !== 0) continue;
        const replies = new Set<string>();
        for (const [locked, variant] of [
          [book, 'real'],
          [book, 'absent'],
          [book, 'noise'],
          [colliding, 'real'],
        ] as const)
          replies.add(await answerTo(locked, variant, level, question, model, guard, embedded));
        all += 1;
        if (replies.size === 1) identical += 1;
      }
    }
    return { value: `${((100 * identical) / all).toFixed(2)} % of ${all}`, ok: identical === all };
  };
  const offline = offlineModel();
  const traitor = traitorModel(({ question }) => `${question} ${collidingNames.join(', ')} e Gertrude.`);
  try {
    const demanded = '100 %';
    return [
      { name: 'non-interference, request', demanded, ...(await compare(requests, recorder, quick ? 25 : 4)) },
      {
        name: 'non-interference, HTTP body',
        demanded,
        ...(await compare(groq.bodies, real, quick ? 50 : 8)),
      },
      {
        name: 'non-interference, replies of the embedded model',
        demanded,
        ...(await compareReplies(offline, quick ? 25 : 8, offline)),
      },
      {
        name: 'non-interference, replies of a parrot through the guard',
        demanded,
        ...(await compareReplies(parrotModel, quick ? 50 : 16)),
      },
      {
        name: 'non-interference, replies of a traitor through the guard',
        demanded,
        ...(await compareReplies(traitor, quick ? 25 : 16)),
      },
    ];
  } finally {
    await groq.close();
  }
}
