import type { Rehearsal } from '#shared/contracts/rehearsal.ts';
import { AppError } from '#shared/errors.ts';
import { unlockedCards, unlockedSections } from '#shared/gate.ts';
import type { QuoteRange } from '#shared/quotes.ts';
import { failureSentence } from '#server/model/failures.ts';
import { estimateTokens } from '#server/text/italian.ts';
import { promptMessages } from '#server/model/messages.ts';
import type { Store } from '#server/storage/store/types.ts';
import { ModelError, type ChatModel } from '#server/model/types.ts';
import type { MemoryEntry } from '#server/talk/memory.ts';
import { promptTokens, type Persona, type PromptPlan } from '#server/talk/prompt.ts';
import type { ChatEngine, ChatEngineOptions } from '#server/talk/reply.ts';
import type { EmbeddedModel } from '#server/narrator/compose.ts';

interface PriceList {
  source: string;
  date: string;
  currency: string;
  /** For a million tokens. */
  models: Readonly<Record<string, { input: number; output: number }>>;
}

interface RehearsalOptions {
  store: Pick<Store, 'sections' | 'memoryCards'>;
  talk: {
    /** `offline`: the model that costs nothing. */
    readonly speaker: { persona: Persona; offline: Pick<EmbeddedModel, 'name' | 'find'> };
    readonly model: ChatModel;
    /** The readers' own engine, with a listener of ours. */
    engineWith(onFailure: ChatEngineOptions['onFailure']): ChatEngine;
  };
  prices: PriceList;
}

export type Rehearse = (input: { level: number; question: string }) => Promise<Rehearsal>;

/** Questions asked at once; each may cost money. */
const mostAtOnce = 2;

/**
 * «Prova come lettore»: the first question of a new reader, through the same engine and with the same sections and cards, and
 * everything that entered the prompt. It reads no reader's history and writes none.
 */
export function createRehearsal(options: RehearsalOptions): Rehearse {
  let underWay = 0;
  return async (input) => {
    if (underWay >= mostAtOnce)
      throw new AppError('TOO_MANY_REQUESTS', 'Ci sono già due prove in corso: aspetta che finiscano.', {
        retryAfter: 5,
      });
    underWay += 1;
    try {
      return await rehearse(options, input);
    } finally {
      underWay -= 1;
    }
  };
}

async function rehearse(
  { store, talk, prices }: RehearsalOptions,
  { level, question }: { level: number; question: string },
): Promise<Rehearsal> {
  const { model } = talk;
  const { offline } = talk.speaker;
  const book = [...store.sections.values()];
  const clock = Date.now();
  const now = new Date(clock).toISOString();
  const open = unlockedSections(book, level, clock);
  const input = {
    level,
    sections: open,
    cards: unlockedCards(store.memoryCards.values(), open, level),
    history: [],
    question,
    told: [{ role: 'user' as const, content: question, level, timestamp: now }],
  };
  let failure: string | undefined;
  const engine = talk.engineWith((error, { name }) => {
    failure = failureSentence(error.failure, name);
  });
  let answer:
    | {
        text: string;
        quotes?: QuoteRange[];
        model: string;
        plan: PromptPlan;
        messages: Rehearsal['messages'];
      }
    | undefined;
  let prompt = 0;
  try {
    for await (const step of engine.reply(input)) {
      if (step.type !== 'done') continue;
      answer = { ...step, messages: promptMessages(step.request) };
      prompt = promptTokens(step.request);
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new AppError('UPSTREAM_FAILED', failure ?? failureSentence(error.failure, model.name), {
      cause: error,
    });
  }
  if (!answer) throw new AppError('UPSTREAM_FAILED');

  const titles = new Map(book.map(({ sectionNumber, title }) => [sectionNumber, title]));
  const describeEntry = ({ sections: numbers, size, text }: MemoryEntry) => ({
    sections: numbers,
    title: numbers.length === 1 ? (titles.get(numbers[0] ?? 0) ?? '') : '',
    size,
    tokens: estimateTokens(text),
  });
  const { plan } = answer;
  const [stable, forQuestion] = [plan.stable.map(describeEntry), plan.forQuestion.map(describeEntry)];
  const entries = [...stable, ...forQuestion].reduce((sum, { tokens }) => sum + tokens, 0);
  const response = estimateTokens(answer.text);
  const usedName = answer.model;
  return {
    response: answer.text,
    ...(answer.quotes && { quotes: answer.quotes }),
    model: usedName,
    ...(usedName !== model.name && failure !== undefined && { failure }),
    level,
    cards: input.cards.length,
    tokens: {
      budget: Number.isFinite(plan.tokenBudget) ? plan.tokenBudget : 0,
      prompt,
      frame: Math.max(0, prompt - entries),
      reserved: Math.max(0, plan.tokens - prompt),
      response,
    },
    stable,
    forQuestion,
    locked: book
      .map(({ sectionNumber }) => sectionNumber)
      .filter((number) => !open.some(({ sectionNumber }) => sectionNumber === number))
      .sort((a, b) => a - b),
    messages: answer.messages,
    price: priceOf(usedName === 'guard' ? model.name : usedName, offline.name, prices, prompt, response),
  };
}

function priceOf(
  name: string,
  freeModel: string,
  { models, ...list }: PriceList,
  input: number,
  output: number,
): Rehearsal['price'] {
  if (name === freeModel || name === 'help') return { kind: 'free' };
  const price = models[name];
  if (!price) return { kind: 'unknown' };
  const cost = (input * price.input + output * price.output) / 1e6;
  return { kind: 'listed', ...list, ...price, cost };
}
