import model from '#server/help/trained-model.json';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { helpTexts } from '#content/talk/help.ts';
import { createHelp } from '#server/help/help.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const help = createHelp(helpTexts, model);
const { danger } = z
  .object({ danger: z.array(z.string()) })
  .parse(parse(readFileSync('tests/fixtures/distress-voices-2.yaml', 'utf8')));
const guess =
  danger.find((content) => help.answerFor([{ role: 'user', content }])?.kind === 'question') ?? '';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

it('the page’s line comes with the question, is there after a reload, and nowhere else', async () => {
  const reader = site.visitor();
  const send = async (message: string) =>
    (await (await reader.request('POST', '/api/chat', { message })).json()) as Record<string, unknown>;
  const reply = await send(guess);
  expect(reply.pageLine).toMatch(/112.*19696/);
  expect(reply.response).not.toMatch(/\d/);
  expect(Object.keys(await send('oggi ho cucinato le lasagne'))).toEqual(['response']);
  const history = (await (await reader.request('GET', '/api/chat/history')).json()) as {
    messages: { pageLine?: string }[];
  };
  expect(history.messages.map((message) => message.pageLine)).toEqual([
    undefined,
    reply.pageLine,
    undefined,
    undefined,
  ]);
});
