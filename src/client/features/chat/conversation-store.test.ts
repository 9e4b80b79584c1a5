import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import { createConversation } from './conversation-store.ts';

const timestamp = '2003-12-21T12:00:00.000Z';

function sent(text: string) {
  const conversation = createConversation();
  conversation.setDraft(text);
  const turn = conversation.beginTurn(text, []);
  if (!turn) throw new Error('nothing was sent');
  return { conversation, turn };
}

test('the words stay in the input line until the reply is complete', () => {
  const { conversation, turn } = sent(' ciao ');
  expect(turn.message).toBe('ciao');
  conversation.appendChunk(turn.id, 'Ta');
  expect(conversation.store.get().draft).toBe(' ciao ');
  conversation.finishReply(turn.id, { response: 'Tac.', timestamp }, 'Nilak');
  expect(conversation.store.get()).toMatchObject({ draft: '', announcement: { text: 'Nilak: Tac.' } });
});

test('a failure leaves the words in the input line', () => {
  const { conversation, turn } = sent('ciao');
  conversation.failTurn(turn.id, 'refused');
  expect(conversation.store.get().draft).toBe('ciao');
});

test.each([
  [0, 3, 'ACCESSO ESTESO FINO ALLA SEZIONE 3.'],
  [3, 3, 'ACCESSO ESTESO FINO ALLA SEZIONE 3: ERA GIÀ APERTO.'],
])('a code that leads from %i to %i says whether it opened anything', (from, to, text) => {
  const conversation = createConversation();
  conversation.printAccess(from, to, []);
  expect(conversation.store.get().printed).toMatchObject([{ text }]);
});

test.each(['', '   ', '\n\t'])('blank text %j is not sent', (text) => {
  expect(createConversation().beginTurn(text, [])).toBeUndefined();
});

test('nothing is sent while a reply is pending', () => {
  const { conversation, turn } = sent('ciao');
  expect(conversation.beginTurn('ancora', [])).toBeUndefined();
  conversation.failTurn(turn.id, 'cut');
  expect(conversation.beginTurn('ancora', [])).toBeDefined();
});

test('trying again gives up the message that failed', () => {
  const { conversation, turn } = sent('ciao');
  conversation.failTurn(turn.id, 'cut');
  conversation.beginTurn('ciao', []);
  expect(conversation.store.get().turns).toHaveLength(1);
});

describe('the id of a message', () => {
  const again = (conversation: ReturnType<typeof createConversation>, text: string) =>
    conversation.beginTurn(text, [])?.sentId;

  test('stays its own when it is sent again, whether it was cut or refused', () => {
    for (const reason of ['cut', 'refused'] as const) {
      const { conversation, turn } = sent('ciao');
      conversation.failTurn(turn.id, reason);
      expect(again(conversation, ' ciao ')).toBe(turn.sentId);
    }
  });

  test('is another one of other words, and of the same words said once more', () => {
    const { conversation, turn } = sent('ciao');
    conversation.failTurn(turn.id, 'cut');
    expect(again(conversation, 'ciao!')).not.toBe(turn.sentId);
    const answered = sent('ciao');
    answered.conversation.finishReply(answered.turn.id, { response: 'Tac.', timestamp }, 'Nilak');
    expect(again(answered.conversation, 'ciao')).not.toBe(answered.turn.sentId);
  });

  test('outlives the page with words that were not delivered', () => {
    const { conversation, turn } = sent('ciao');
    conversation.failTurn(turn.id, 'cut');
    const next = createConversation();
    next.keepUndelivered('ciao', conversation.undeliveredId('ciao') ?? '');
    expect(again(next, 'ciao')).toBe(turn.sentId);
  });
});

test('a reset drops the chunks that have come', () => {
  const { conversation, turn } = sent('ciao');
  conversation.appendChunk(turn.id, 'Ta');
  conversation.resetReply(turn.id);
  conversation.appendChunk(turn.id, 'Tic.');
  expect(conversation.store.get().turns[0]?.chunks).toEqual(['Tic.']);
});

const answered: ChatMessage[] = [
  { role: 'user', content: 'ciao', timestamp },
  { role: 'assistant', content: 'Tac.', timestamp },
];

test('a cut reply that the server completed takes the words out of the input line', () => {
  const { conversation, turn } = sent('ciao');
  conversation.failTurn(turn.id, 'cut');
  conversation.reconcile(answered.slice(0, 1), 'Nilak');
  // The server has it: in the input line it would be sent twice.
  expect(conversation.store.get().draft).toBe('');
  conversation.reconcile(answered, 'Nilak');
  expect(conversation.store.get()).toMatchObject({
    draft: '',
    turns: [],
    announcement: { text: 'Nilak: Tac.' },
  });
});

test('but not words that were changed since', () => {
  const { conversation, turn } = sent('ciao');
  conversation.failTurn(turn.id, 'cut');
  conversation.setDraft('ciao, ci sei?');
  conversation.reconcile(answered, 'Nilak');
  expect(conversation.store.get().draft).toBe('ciao, ci sei?');
});

describe('a paced reply', () => {
  const reply = { response: 'Tac. Fischia.', timestamp: '2003-12-21T12:00:09.000Z' };
  const begin = () => {
    vi.useFakeTimers();
    const conversation = createConversation();
    const id = conversation.beginTurn('ciao', [])?.id ?? 0;
    conversation.paceReply(id);
    return { conversation, id, seen: () => conversation.store.get().reveal };
  };
  afterEach(() => void vi.useRealTimers());

  test('is known at once, announced once, and comes onto the screen by itself, though the clock is put back', () => {
    const { conversation, id, seen } = begin();
    conversation.finishReply(id, reply, 'Nilak');
    expect(conversation.store.get().turns[0]?.state).toBe('done');
    expect(seen()?.shown).toBe(0);
    const { announcement } = conversation.store.get();
    expect(announcement?.text).toBe('Nilak: Tac. Fischia.');
    vi.advanceTimersByTime(450);
    expect(seen()?.shown).toBeGreaterThan(0);
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(5_000);
    expect(seen()).toBeUndefined();
    expect(conversation.store.get().announcement).toBe(announcement);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is all there when the reader asks, but not before it is known', () => {
    const { conversation, id, seen } = begin();
    conversation.showAll();
    expect(seen()).toBeDefined();
    conversation.finishReply(id, reply, 'Nilak');
    conversation.showAll();
    expect(seen()).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is taken back begins again; one that fails or is stopped holds nothing back', () => {
    const { conversation, id, seen } = begin();
    conversation.appendChunk(id, 'Tac. ');
    vi.advanceTimersByTime(700);
    conversation.resetReply(id);
    expect(seen()).toMatchObject({ text: '', shown: 0 });
    conversation.appendChunk(id, 'Eh. ');
    conversation.stopReply(id, { response: 'Eh.', timestamp: reply.timestamp });
    expect(seen()).toBeUndefined();
    const other = begin();
    other.conversation.appendChunk(other.id, 'Tac. ');
    other.conversation.failTurn(other.id, 'cut');
    expect(other.seen()).toBeUndefined();
  });
});
