import { expect, test } from 'vitest';
import { failureSentence, isToMend } from './failures.ts';
import { createModelHealth, watchedModel } from './health.ts';
import { type ChatModel, type ChatRequest, ModelError, type ModelFailure } from './types.ts';

const rows: [ModelFailure, boolean, RegExp][] = [
  ['retired', true, /«gpt-x».*GROQ_MODEL/],
  ['wrong-address', true, /GROQ_BASE_URL.*\/v1/],
  ['bad-key', true, /GROQ_API_KEY/],
  ['refused', true, /«gpt-x».*permessi/],
  ['exhausted', true, /esaurito/],
  ['rate-limited', false, /riprova fra poco/],
  ['too-large', false, /troppo lungo/],
  ['unreachable', false, /connessione/],
  ['interrupted', false, /interrotta/],
  ['withheld', false, /guardia anti-spoiler/],
  ['malformed', false, /come il personaggio/],
  ['capped', false, /tetto/],
];

test.each(rows)(
  '%s: the author is told what to do, and called when nobody else can mend it',
  (failure, own, sentence) => {
    expect(isToMend(failure)).toBe(own);
    expect(failureSentence(failure, 'gpt-x')).toMatch(sentence);
  },
);

async function ask(model: ChatModel): Promise<string> {
  let text = '';
  for await (const piece of model.reply({} as ChatRequest, new AbortController().signal)) text += piece;
  return text;
}

function modelThat(outcomes: (string | Error)[]): ChatModel {
  return {
    name: 'gpt-x',
    tokenBudget: 1,
    answerTokens: 1,
    async *reply() {
      const outcome = outcomes.shift() ?? '';
      yield 'Si';
      if (outcome instanceof Error) throw outcome;
      if (rows.some(([failure]) => failure === outcome))
        throw new ModelError(outcome as ModelFailure, 'told');
      yield outcome;
    },
  };
}

test('a problem stays until an answer succeeds; what passes by itself is none', async () => {
  let now = 100;
  const health = createModelHealth(() => now);
  const model = watchedModel(
    modelThat(['interrupted', 'bad-key', new TypeError('ours'), 'rate-limited', '.']),
    health,
  );
  const problems: unknown[] = [];
  for (let turn = 0; turn < 5; turn++) {
    now += 1;
    await ask(model).catch(() => undefined);
    problems.push(health.problem());
  }
  const told = { failure: 'bad-key', at: 102 };
  expect(problems).toEqual([undefined, told, told, told, undefined]);
});

test('an answer that its reader stopped half-way tells nothing', async () => {
  const health = createModelHealth(() => 1);
  health.failed(new ModelError('exhausted', 'told'));
  for await (const piece of watchedModel(modelThat(['.']), health).reply(
    {} as ChatRequest,
    new AbortController().signal,
  )) {
    expect(piece).toBe('Si');
    break;
  }
  expect(health.problem()).toEqual({ failure: 'exhausted', at: 1 });
});
