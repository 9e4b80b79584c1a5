import { expect, it } from 'vitest';
import { unlockedSections } from '#shared/gate.ts';
import { demoSections } from '#tests/support/sections.ts';
import { scriptedModel, type Script } from '#tests/support/scripted-model.ts';
import type { Help } from '../help/help.ts';
import { promptMessages } from '../model/messages.ts';
import { ModelError } from '../model/types.ts';
import { createChatEngine, type ReplyStep } from './reply.ts';

const input = { level: 3, sections: unlockedSections(demoSections(), 3), history: [], question: 'Non so.' };
const careLine = 'Forse chi scrive sta male.';
const question = { tier: 'guess', kind: 'question', text: 'Stai male?', pageLine: 'Pericolo: 112.' } as const;

/** Asks a guess of whoever has no model, or says what is certain. */
const helpFor = (isCertain: boolean): Pick<Help, 'answerFor' | 'careLineFor'> => ({
  answerFor: (_, { isModelNext } = {}) =>
    isCertain ? { tier: 'A', kind: 'suicidio', text: 'Ti credo. 112.' } : isModelNext ? undefined : question,
  careLineFor: () => careLine,
});

async function play(scripts: Script[] | undefined, isCertain = false) {
  const provider = scriptedModel('provider', scripts ?? []);
  const spare = scriptedModel('offline', [['Riserva.']]);
  const engine = createChatEngine({
    persona: { name: 'Nilak', text: 'Sei Nilak.' },
    model: scripts ? provider.model : spare.model,
    fallback: spare.model,
    help: helpFor(isCertain),
    pauseMs: 1,
  });
  const steps: ReplyStep[] = [];
  for await (const step of engine.reply(input)) steps.push(step);
  return { last: steps.at(-1), asked: provider.requests, askedSpare: spare.requests };
}

it('puts a guess to a model with a line beside it, and no question before it', async () => {
  const { last, asked } = await play([['Sono qui.']]);
  expect(last).toMatchObject({ model: 'provider', text: 'Sono qui.' });
  expect(last).not.toHaveProperty('pageLine');
  expect(asked.map((request) => promptMessages(request).at(-1)?.content)).toEqual([
    expect.stringContaining(careLine),
  ]);
});

it('asks as without a model once the model has failed', async () => {
  const { last, askedSpare } = await play([[new ModelError('retired', 'gone')]]);
  expect(last).toMatchObject({ model: 'help', text: question.text, pageLine: question.pageLine });
  expect(askedSpare).toEqual([]);
});

it('asks without a model', async () => {
  expect((await play(undefined)).last).toMatchObject({ model: 'help', pageLine: question.pageLine });
});

it('asks no model of what is certain', async () => {
  const { last, asked } = await play([['Sono qui.']], true);
  expect(last).toMatchObject({ model: 'help', text: 'Ti credo. 112.' });
  expect(asked).toEqual([]);
});
