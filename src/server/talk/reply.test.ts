import { expect, it } from 'vitest';
import { unlockedSections } from '#shared/gate.ts';
import { demoSections } from '#tests/support/sections.ts';
import { scriptedModel, type Script } from '#tests/support/scripted-model.ts';
import { ModelError, type ModelFailure } from '../model/types.ts';
import { createChatEngine, type ChatEngineOptions, type ReplyStep } from './reply.ts';

const persona = { name: 'Nilak', text: 'Sei Nilak.' };
const input = {
  level: 3,
  sections: unlockedSections(demoSections(), 3),
  history: [],
  question: 'Chi è Maaret?',
};
const fail = (failure: ModelFailure) => new ModelError(failure, failure);
const never = new Promise(() => undefined);

async function play(
  scripts: Script[],
  fallbackScripts: Script[] = [['Riserva.']],
  more: Partial<ChatEngineOptions> = {},
) {
  const provider = scriptedModel('provider', scripts);
  const spare = scriptedModel('offline', fallbackScripts);
  const engine = createChatEngine({
    persona,
    model: provider.model,
    fallback: spare.model,
    pauseMs: 1,
    ...more,
  });
  const steps: ReplyStep[] = [];
  const error = await (async () => {
    for await (const step of engine.reply(input)) steps.push(step);
  })().catch((thrown: unknown) => thrown);
  const seen = steps.map((step) =>
    step.type === 'delta' ? step.text : step.type === 'done' ? `done ${step.model}` : 'reset',
  );
  return { seen, steps, error, asked: provider.requests, askedSpare: spare.requests };
}

it('releases whole sentences as they are completed', async () => {
  const { seen, steps } = await play([['È zia', ' di tutti. An', 'che mia', '. No']]);
  expect(seen).toEqual(['È zia di tutti. ', 'Anche mia. ', 'No', 'done provider']);
  expect(steps.at(-1)).toMatchObject({ text: 'È zia di tutti. Anche mia. No' });
});

it('tries once more after a passing failure, with the same bytes', async () => {
  const { seen, asked, askedSpare } = await play([[fail('unreachable')], ['Eccomi.']]);
  expect(seen).toEqual(['Eccomi.', 'done provider']);
  expect(asked[1]).toEqual(asked[0]);
  expect(askedSpare).toEqual([]);
});

it.each(['unreachable', 'interrupted'] as const)(
  'answers offline after two failures (%s)',
  async (failure) => {
    const { seen, asked } = await play([[fail(failure)]]);
    expect(asked).toHaveLength(2);
    expect(seen).toEqual(['Riserva.', 'done offline']);
  },
);

it.each(['rate-limited', 'retired', 'refused'] as const)(
  'does not ask again when that cannot help (%s)',
  async (failure) => {
    const { seen, asked } = await play([[fail(failure)]]);
    expect(asked).toHaveLength(1);
    expect(seen).toEqual(['Riserva.', 'done offline']);
  },
);

it('shrinks the plan once when the request was too large', async () => {
  const { seen, asked } = await play([[fail('too-large')], ['Meglio.']]);
  const [large, small] = asked.map((request) => request.stablePrompt.length + request.questionPrompt.length);
  expect(small).toBeLessThan((large ?? 0) * 0.7);
  expect(seen).toEqual(['Meglio.', 'done provider']);
  expect((await play([[fail('too-large')]])).seen).toEqual(['Riserva.', 'done offline']);
});

const endings = ['Il canale è caduto. Dicevo questo.'];

it.each(['interrupted', 'unreachable'] as const)(
  'keeps what was read of an answer that broke off (%s), and ends it',
  async (failure) => {
    const { seen, steps, asked } = await play([['È zia di tutti. An', fail(failure)]], undefined, {
      endings,
    });
    expect(asked).toHaveLength(1);
    expect(seen).toEqual(['È zia di tutti. ', endings[0], 'done provider']);
    expect(steps.at(-1)).toMatchObject({ text: `È zia di tutti. ${endings[0]}` });
  },
);

it('waits once as long as the service asks, if that is not long', async () => {
  const busy = (retryAfterMs: number) => new ModelError('rate-limited', 'busy', { retryAfterMs });
  const { seen, asked } = await play([[busy(20)], ['Eccomi.']], undefined, { waitMs: 15 });
  expect(seen).toEqual(['Eccomi.', 'done provider']);
  expect(asked[1]).toEqual(asked[0]);
  expect((await play([[busy(9_000)]])).seen).toEqual(['Riserva.', 'done offline']);
  expect((await play([[busy(5)]])).asked).toHaveLength(2);
});

it.each([[[]], [['', ' \n']]])('takes an empty answer for a failure (%j)', async (script) => {
  expect((await play([script])).seen).toEqual(['Riserva.', 'done offline']);
});

it('does not wait for a model that hangs or never ends', async () => {
  expect((await play([['Uno. Du', never]], undefined, { waitMs: 30 })).seen).toEqual([
    'Uno. ',
    'done provider',
  ]);
  // A timer may fire up to a millisecond early: the pause has to be longer than what is then left of the wait.
  const silent = await play([[never]], undefined, { waitMs: 30, pauseMs: 5 });
  expect([silent.seen, silent.asked.length]).toEqual([['Riserva.', 'done offline'], 1]);
  const slow = Array.from({ length: 50 }, () => [15, 'ancora ']).flat();
  expect((await play([slow], undefined, { totalMs: 60 })).seen.at(-1)).toBe('done offline');
});

it('tells why each attempt failed', async () => {
  const told: string[] = [];
  await play([[fail('retired')]], undefined, {
    onFailure: (error, { name }) => void told.push(`${name} ${error.failure}`),
  });
  expect(told).toEqual(['provider retired']);
});

it('throws when no model can answer', async () => {
  const { error, seen } = await play([[fail('unreachable')]], [[fail('interrupted')]]);
  expect(error).toBeInstanceOf(ModelError);
  expect(seen).toEqual([]);
});

it('asks a model without another to fall back on only once', async () => {
  const only = scriptedModel('offline', [[fail('interrupted')]]);
  const engine = createChatEngine({ persona, model: only.model, fallback: only.model, pauseMs: 1 });
  await expect(engine.reply(input).next()).rejects.toBeInstanceOf(ModelError);
  expect(only.requests).toHaveLength(1);
});

const guard = {
  release: (sentence: string) => (sentence.includes('Ilse') ? ('withhold' as const) : ('pass' as const)),
  deflections: ['Non ci sono ancora arrivato.', 'Per ora niente.'],
};

it('asks once more when the guard withholds a sentence, taking back what was shown', async () => {
  const { seen, asked } = await play([['Bene. Ilse-4 mi aspetta. Fine.'], ['Non lo so.']], undefined, {
    guard,
  });
  expect(seen).toEqual(['Bene. ', 'reset', 'Non lo so.', 'done provider']);
  expect(asked[1]).toEqual(asked[0]);
});

it('deflects in the character’s voice when the second answer is withheld too', async () => {
  const { seen, asked, askedSpare, steps } = await play([['Bene. Ilse-4 mi aspetta.']], undefined, { guard });
  expect(seen).toEqual(['Bene. ', 'reset', 'Bene. ', 'reset', guard.deflections[0], 'done guard']);
  expect(steps.at(-1)).toMatchObject({ text: guard.deflections[0] });
  expect([asked.length, askedSpare.length]).toEqual([2, 0]);
});

it('guards the fallback and a model without one', async () => {
  const { seen } = await play([[fail('retired')]], [['Ilse-4 dorme.']], { guard });
  expect(seen).toEqual([guard.deflections[0], 'done guard']);
  const only = scriptedModel('offline', [['Ilse-4 dorme.']]);
  const engine = createChatEngine({ persona, model: only.model, fallback: only.model, guard });
  const steps: ReplyStep[] = [];
  for await (const step of engine.reply(input)) steps.push(step);
  expect(steps.at(-1)).toMatchObject({ type: 'done', text: guard.deflections[0] });
  expect(only.requests).toHaveLength(2);
});

it('falls back when the answer after a withheld one fails', async () => {
  const { seen } = await play([['Ilse-4.'], [fail('unreachable')]], undefined, { guard });
  expect(seen).toEqual(['Riserva.', 'done offline']);
});

it('shows the guard what has passed before', async () => {
  const before: string[] = [];
  const release = (_: string, __: unknown, text: string) => {
    before.push(text);
    return 'pass' as const;
  };
  await play([['Uno. Due. Tre']], undefined, { guard: { ...guard, release } });
  expect(before).toEqual(['', 'Uno. ', 'Uno. Due. ']);
});

it('says what of the embedded model’s reply is read out of the book, and of no other', async () => {
  const composed = { text: ' Dice così:\n\nLa neve fischia. Sempre.', quotes: [[13, 37]] as const };
  const spare = scriptedModel('offline', [['Mai chiesto.']]);
  const embedded = {
    ...spare.model,
    compose: () => Promise.resolve({ ...composed, policy: 'richiesta' }),
    find: () => Promise.resolve({ cards: [], passages: [] }),
    forget: () => undefined,
  };
  const { steps } = await play([[fail('retired')]], undefined, { fallback: embedded, embedded });
  const done = steps.at(-1);
  expect(done).toMatchObject({ type: 'done', quotes: [[12, 36]] });
  const text = done?.type === 'done' ? done.text : '';
  expect(text.slice(12, 36)).toBe('La neve fischia. Sempre.');
  expect(steps.slice(0, -1).map((step) => step.type === 'delta' && step.text)).toEqual([
    'Dice così:\n\nLa neve fischia. ',
    'Sempre.',
  ]);
  const { steps: others } = await play([['Eccomi.']], undefined, { fallback: embedded, embedded });
  expect(others.at(-1)).not.toHaveProperty('quotes');
});
