import { expect, it } from 'vitest';
import type { ChatReplyEvent } from '#shared/contracts/chat.ts';
import { memoryStore } from '#tests/support/memory-store.ts';
import { narrator } from '#tests/support/offline.ts';
import { scriptedModel, type Script } from '#tests/support/scripted-model.ts';
import { demoSections } from '#tests/support/sections.ts';
import { createChatEngine } from '#server/talk/reply.ts';
import { createChatService } from './chat.service.ts';

const persona = { name: 'Nilak', text: 'Sei Nilak.' };

function setUp(scripts: Script[]) {
  const data = memoryStore();
  data.putSections(demoSections());
  data.putReader('anna', 10);
  const { model, requests } = scriptedModel('model', scripts);
  const engine = createChatEngine({ persona, model, fallback: model });
  const service = createChatService({ store: data.store, engine, narrator });
  return { ...data, service, requests };
}

/** What is waited for until it is let through. */
function latch() {
  let open = () => {};
  const held = new Promise<void>((resolve) => (open = resolve));
  return { held, open };
}

async function readAll(events: AsyncIterable<ChatReplyEvent>, onDelta?: () => void) {
  const seen: ChatReplyEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (event.type === 'delta') onDelta?.();
  }
  return seen;
}

it.each([true, false])('stops what is written above a lowered level (told of it: %s)', async (isTold) => {
  const { held, open } = latch();
  const { service, messages, putReader } = setUp([['Ecco. Poi ', held, 'il Nodo 9 dorme. ', 'E basta.']]);
  const lower = () => {
    putReader('anna', 8);
    if (isTold) service.stopAbove('anna');
    else open();
  };
  const seen = await readAll(service.send('anna', 'Chi dorme?'), lower);
  open();
  expect(seen.map(({ type }) => type)).toEqual(['delta', 'reset', 'stopped']);
  expect(seen.at(-1)).toMatchObject({ response: '' });
  await service.settled();
  expect(JSON.stringify(seen)).not.toContain('Nodo');
  expect(service.history('anna').messages).toEqual([]);
  // Back at the level it was written at, the beginning is there, and no more.
  expect(messages().map(({ content, level }) => [content, level])).toEqual([
    ['Chi dorme?', 10],
    ['Ecco.', 10],
  ]);
});

it('shows another page nothing of a reply above the level', async () => {
  const { held, open } = latch();
  const { service, putReader } = setUp([['Ecco. Poi ', held, 'il Nodo 9 dorme.']]);
  const [first] = [service.send('anna', 'Chi dorme?')[Symbol.asyncIterator]()];
  await first.next();
  const joined = service.pending('anna');
  putReader('anna', 8);
  expect(await readAll(service.pending('anna'))).toEqual([]);
  expect((await readAll(joined)).map(({ type }) => type)).toEqual(['reset', 'stopped']);
  open();
  await service.settled();
});

it('answers and keeps a question that waited at the level in force', async () => {
  const { held, open } = latch();
  const { service, messages, putReader, requests } = setUp([
    ['Ecco. Poi ', held, 'il Nodo 9 dorme.'],
    ['Non lo so.'],
  ]);
  const first = readAll(service.send('anna', 'Uno?'), () => {
    putReader('anna', 8);
    service.stopAbove('anna');
  });
  const second = readAll(service.send('anna', 'Due?'));
  await first;
  open();
  expect((await second).at(-1)).toMatchObject({ type: 'done', response: 'Non lo so.' });
  expect(requests.at(-1)?.level).toBe(8);
  expect(
    messages()
      .filter(({ level }) => level === 8)
      .map(({ content }) => content),
  ).toEqual(['Due?', 'Non lo so.']);
  expect(service.history('anna').messages.map(({ content }) => content)).toEqual(['Due?', 'Non lo so.']);
});
