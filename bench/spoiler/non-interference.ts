import {
  type ChatModel,
  createChatEngine,
  createChatService,
  createHostedModel,
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
import { narrator } from '../../tests/support/offline.ts';
import { pinocchioChapters } from '../../tests/support/sections.ts';
import type { BookName, Figure } from './figure.ts';

/** A conversation with something said at every level, so that part of it is locked at most of them. */
const hostileHistory: Said[] = hostilePrompts.flatMap((text, at) => [
  { text, level: at },
  { text: 'Di quello non so niente, per ora.', level: at },
]);

type Guard = ReturnType<typeof bookGuard>;

async function answerTo(
  book: readonly Section[],
  variant: Variant,
  level: number,
  question: string,
  model: ChatModel,
  guard: Guard,
) {
  const data = memoryStore();
  data.putSections(sectionsOf(book, level, variant));
  data.putMessages(messagesOf(hostileHistory, level, variant));
  data.putReader('anna', level);
  let ids = 0;
  const service = createChatService({
    store: data.store,
    engine: createChatEngine({ persona, model, fallback: model, guard }),
    narrator,
    newId: () => `new${(ids += 1)}`,
    clock: () => Date.UTC(2004, 1, 20),
  });
  for await (const event of service.send('anna', question)) void event;
}

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
  // It sees the real book throughout: what is compared is on the way in.
  const guard = bookGuard(() => book);
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
  try {
    const demanded = '100 %';
    return [
      { name: 'non-interference, request', demanded, ...(await compare(requests, recorder, quick ? 25 : 4)) },
      {
        name: 'non-interference, HTTP body',
        demanded,
        ...(await compare(groq.bodies, real, quick ? 50 : 8)),
      },
    ];
  } finally {
    await groq.close();
  }
}
