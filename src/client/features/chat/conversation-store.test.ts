import { expect, test } from 'vitest';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import { createConversation } from './conversation-store.ts';

const timestamp = '2003-12-21T12:00:00.000Z';

function sent(text: string) {
  const conversation = createConversation();
  conversation.write(text);
  const turn = conversation.begin(text, []);
  if (!turn) throw new Error('nothing was sent');
  return { conversation, turn };
}

test('the words stay in the input line until the reply is complete', () => {
  const { conversation, turn } = sent(' ciao ');
  expect(turn.message).toBe('ciao');
  conversation.hear(turn.id, 'Ta');
  expect(conversation.read().draft).toBe(' ciao ');
  conversation.finish(turn.id, 'Tac.', timestamp, 'Nilak');
  expect(conversation.read()).toMatchObject({ draft: '', announcement: { text: 'Nilak: Tac.' } });
});

test('a failure leaves the words in the input line', () => {
  const { conversation, turn } = sent('ciao');
  conversation.fail(turn.id, 'refused');
  expect(conversation.read().draft).toBe('ciao');
});

test.each(['', '   ', '\n\t'])('blank text %j is not sent', (text) => {
  expect(createConversation().begin(text, [])).toBeUndefined();
});

test('nothing is sent while a reply is pending', () => {
  const { conversation, turn } = sent('ciao');
  expect(conversation.begin('ancora', [])).toBeUndefined();
  conversation.fail(turn.id, 'cut');
  expect(conversation.begin('ancora', [])).toBeDefined();
});

test('trying again gives up the message that failed', () => {
  const { conversation, turn } = sent('ciao');
  conversation.fail(turn.id, 'cut');
  conversation.begin('ciao', []);
  expect(conversation.read().turns).toHaveLength(1);
});

test('a reset takes back what was heard', () => {
  const { conversation, turn } = sent('ciao');
  conversation.hear(turn.id, 'Ta');
  conversation.takeBack(turn.id);
  conversation.hear(turn.id, 'Tic.');
  expect(conversation.read().turns[0]?.chunks).toEqual(['Tic.']);
});

const answered: ChatMessage[] = [
  { role: 'user', content: 'ciao', timestamp },
  { role: 'assistant', content: 'Tac.', timestamp },
];

test('a cut reply that the server completed takes the words out of the input line', () => {
  const { conversation, turn } = sent('ciao');
  conversation.fail(turn.id, 'cut');
  conversation.reconcile(answered.slice(0, 1), 'Nilak');
  expect(conversation.read().draft).toBe('ciao');
  conversation.reconcile(answered, 'Nilak');
  expect(conversation.read()).toMatchObject({ draft: '', turns: [], announcement: { text: 'Nilak: Tac.' } });
});

test('but not words that were changed since', () => {
  const { conversation, turn } = sent('ciao');
  conversation.fail(turn.id, 'cut');
  conversation.write('ciao, ci sei?');
  conversation.reconcile(answered, 'Nilak');
  expect(conversation.read().draft).toBe('ciao, ci sei?');
});
