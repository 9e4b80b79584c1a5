import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatHistory, ChatReply } from '#shared/contracts/chat.ts';
import { json } from '../support/answers.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
}, 60_000);
afterAll(() => site.close());

const newReader = () => site.reader('qr4n-7mdx');
const read = async (person: Person) =>
  (await json<ChatHistory>(await person.request('GET', '/api/chat/history'))).messages;
const question = { message: 'Che tempo fa al passo?' };
const stream = { accept: 'text/event-stream' };

/** A message over each of the mounts, and what is answered. */
const mounts: [string, (person: Person, body: object) => Promise<string>][] = [
  [
    'POST /api/chat',
    async (person, body) => (await json<ChatReply>(await person.request('POST', '/api/chat', body))).response,
  ],
  [
    'POST /api/chat as events',
    async (person, body) => {
      const events = await (await person.request('POST', '/api/chat', body, stream)).text();
      const last = events.trim().split('\n').at(-1) ?? '';
      return (JSON.parse(last.slice('data: '.length)) as ChatReply).response;
    },
  ],
  [
    'POST /trpc/chat.send',
    async (person, body) => {
      const answer = await person.request('POST', '/trpc/chat.send', body);
      return (await json<{ result: { data: ChatReply } }>(answer)).result.data.response;
    },
  ],
];

describe.each(mounts)('over %s', (_name, say) => {
  test('a message sent again with its id is said once, and answered as it was', async () => {
    const reader = await newReader();
    const body = { ...question, id: crypto.randomUUID() };
    const first = await say(reader, body);
    for (const [, sayAgain] of mounts) expect(await sayAgain(reader, body)).toBe(first);
    const said = await read(reader);
    expect(said.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(said[1]?.content).toBe(first);
  });

  test('sixteen that race are one', async () => {
    const reader = await newReader();
    const body = { ...question, id: crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 16 }, () => say(reader, body)));
    expect(new Set(answers).size).toBe(1);
    expect(await read(reader)).toHaveLength(2);
  });

  test('without an id the same words are said as often as they are sent', async () => {
    const reader = await newReader();
    for (let n = 0; n < 2; n += 1) await say(reader, question);
    expect(await read(reader)).toHaveLength(4);
  });

  test('one reader’s id is nothing to another', async () => {
    const [reader, other] = [await newReader(), await newReader()];
    const id = crypto.randomUUID();
    await say(reader, { ...question, id });
    await say(other, { message: 'Sono un altro.', id });
    expect((await read(other)).map(({ content }) => content)).toContain('Sono un altro.');
    expect(await read(reader)).toHaveLength(2);
  });
});

test('other words with the same id are refused, and nothing is stored', async () => {
  const reader = await newReader();
  const id = crypto.randomUUID();
  await reader.request('POST', '/api/chat', { ...question, id });
  const answer = await reader.request('POST', '/api/chat', { message: 'Altro.', id });
  expect(await json(answer, 422)).toMatchObject({
    message: 'Con questo identificativo è già arrivato un altro messaggio.',
  });
  expect(await read(reader)).toHaveLength(2);
});

test.each([[''], ['1'], ['x'.repeat(10_000)], [7], [null]])(
  'an id that is no UUID is refused',
  async (id) => {
    const reader = await newReader();
    const answer = await reader.request('POST', '/api/chat', { ...question, id });
    expect(await json(answer, 400)).toMatchObject({
      issues: [{ path: 'id', message: 'L’identificativo del messaggio non è un UUID.' }],
    });
    expect(await read(reader)).toHaveLength(0);
  },
);

test('what was erased can be said again with its id', async () => {
  const reader = await newReader();
  const body = { ...question, id: crypto.randomUUID() };
  await reader.request('POST', '/api/chat', body);
  await reader.request('DELETE', '/api/chat/history');
  expect(await read(reader)).toHaveLength(0);
  await reader.request('POST', '/api/chat', body);
  expect(await read(reader)).toHaveLength(2);
});

test('what was answered above the level in force is not told by sending it again', async () => {
  const reader = await newReader();
  const body = { ...question, id: crypto.randomUUID() };
  const { response } = await json<ChatReply>(await reader.request('POST', '/api/chat', body));
  await reader.request('PATCH', '/api/user/progress', { maxSection: 0 });
  const again = await json<ChatReply>(await reader.request('POST', '/api/chat', body));
  expect(again.response).toBe('');
  await reader.request('PATCH', '/api/user/progress', { maxSection: 1 });
  expect((await read(reader)).map(({ content }) => content)).toEqual([question.message, response]);
});

test('a restart forgets no message, and one that it left without a reply is answered', async () => {
  const first = await openTestSite();
  const reader = await first.reader('qr4n-7mdx');
  const answered = { ...question, id: crypto.randomUUID() };
  const left = { message: 'E ieri?', id: crypto.randomUUID() };
  const { response } = await json<ChatReply>(await reader.request('POST', '/api/chat', answered));
  await reader.request('POST', '/api/chat', left);
  const [reply] = [...first.store.chatMessages.values()].slice(-1);
  await first.store.mutate([{ type: 'delete', collection: 'chatMessages', id: reply?.id ?? '' }]);
  await first.stop();
  const restarted = await openTestSite({ folder: first.folder });
  const again = restarted.visitor();
  for (const [name, value] of reader.cookies) again.cookies.set(name, value);
  expect((await json<ChatReply>(await again.request('POST', '/api/chat', answered))).response).toBe(response);
  await json<ChatReply>(await again.request('POST', '/api/chat', left));
  expect((await read(again)).map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  await restarted.close();
  await first.close();
});
