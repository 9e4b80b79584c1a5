import { describe, expect, test } from 'vitest';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import {
  addTurn,
  announce,
  changeTurn,
  emptyConversation,
  finishReply,
  printLine,
  reconcile,
  stopReply,
  withoutHeldBack,
  type Conversation,
} from './conversation-state.ts';
import { buildLog } from './conversation.ts';

const at = '2003-12-21T12:00:00.000Z';
const later = '2003-12-21T12:00:09.000Z';
const question: ChatMessage = { role: 'user', content: 'ciao', timestamp: at };
const reply: ChatMessage = { role: 'assistant', content: 'Tac.', timestamp: later };

const empty = emptyConversation(at);
const waiting = addTurn({ ...empty, draft: ' ciao ' }, { message: 'ciao', sentAt: at }, []);
const resumed = addTurn({ ...empty, draft: 'altro' }, { message: 'ciao', sentAt: at, resumed: true }, []);
const lastOf = (state: Conversation) => state.turns.at(-1);

describe('a turn', () => {
  test('is added at the end with an id of its own, and marks the history it came after', () => {
    const second = addTurn(
      changeTurn(waiting, 1, () => ({ state: 'done' })),
      { message: 'poi?', sentAt: later },
      [question, reply],
    );
    expect(second.turns.map(({ id, message }) => [id, message])).toEqual([
      [1, 'ciao'],
      [2, 'poi?'],
    ]);
    expect(lastOf(second)).toMatchObject({
      state: 'waiting',
      chunks: [],
      after: { count: 2, last: reply },
    });
    expect(lastOf(addTurn(empty, { message: 'x', sentAt: at }, undefined))?.after).toBeUndefined();
  });

  test.each(['refused', 'cut'] as const)('that was %s is given up by the next one', (state) => {
    const failed = changeTurn(waiting, 1, () => ({ state }));
    expect(addTurn(failed, { message: 'ciao', sentAt: later }, []).turns).toHaveLength(1);
  });

  test('is changed alone, and the states before stay as they were', () => {
    const written = changeTurn(waiting, 1, () => ({ state: 'writing', chunks: ['Ta'] }));
    expect(lastOf(written)?.chunks).toEqual(['Ta']);
    expect(lastOf(waiting)?.chunks).toEqual([]);
    expect(changeTurn(waiting, 7, () => ({ state: 'done' })).turns).toEqual(waiting.turns);
  });
});

describe('a finished reply', () => {
  const finished = finishReply(waiting, 1, { response: 'Tac.', timestamp: later }, 'Nilak');

  test('is whole, announced once, and takes the words out of the input line', () => {
    expect(lastOf(finished)).toMatchObject({ state: 'done', chunks: ['Tac.'], repliedAt: later });
    expect(finished.announcement?.text).toBe('Nilak: Tac.');
    expect(finished.draft).toBe('');
  });

  test('to a message of before leaves what the reader writes meanwhile', () => {
    const done = finishReply(resumed, 1, { response: 'Tac.', timestamp: later }, 'Nilak');
    expect(done.draft).toBe('altro');
    const same = finishReply(
      { ...resumed, draft: ' ciao' },
      1,
      { response: 'Tac.', timestamp: later },
      'Nilak',
    );
    expect(same.draft).toBe('');
  });
});

describe('a stopped reply', () => {
  test('keeps what had been said, marked as stopped', () => {
    const stopped = stopReply(waiting, 1, { response: 'Ta', timestamp: later });
    expect(lastOf(stopped)).toMatchObject({ state: 'done', stopped: true, chunks: ['Ta'] });
    expect(stopped.unanswered).toBeUndefined();
    expect(stopped.announcement?.text).toBe('Risposta interrotta.');
  });

  test('before its first word leaves the message without a reply', () => {
    const stopped = stopReply(waiting, 1, { response: '', timestamp: at });
    expect(stopped).toMatchObject({ turns: [], unanswered: at, draft: '' });
  });
});

test('what the terminal prints stands under what has been said so far', () => {
  const line = printLine(waiting, 'COMANDI', 'system', [question, reply], later);
  expect(line.printed).toEqual([{ id: 2, text: 'COMANDI', speaker: 'system', at: later, place: 2 }]);
  expect(printLine(empty, 'COMANDI', 'system', undefined, later).printed[0]?.place).toBeUndefined();
});

test('ids are never used twice', () => {
  const states = [waiting, announce(waiting, 'a'), printLine(announce(waiting, 'a'), 'b', 'system', [], at)];
  expect(states.map(({ lastId }) => lastId)).toEqual([1, 2, 3]);
});

describe('the server’s history', () => {
  test('takes over a turn that it holds with its reply', () => {
    const done = finishReply(waiting, 1, { response: 'Tac.', timestamp: later }, 'Nilak');
    const reconciled = reconcile(done, [question, reply], 'Nilak');
    expect(reconciled.turns).toEqual([]);
    expect(reconciled.announcement).toBe(done.announcement);
  });

  test('leaves a turn whose reply it lacks, and one whose reply is being written', () => {
    expect(reconcile(waiting, [question], 'Nilak')).toBe(waiting);
    expect(reconcile(waiting, [question, reply], 'Nilak')).toBe(waiting);
  });

  test('gives back the words of a reply that was cut off on the way', () => {
    const cut = changeTurn(waiting, 1, () => ({ state: 'cut', chunks: ['Ta'] }));
    expect(reconcile(cut, [question, reply], 'Nilak')).toMatchObject({
      turns: [],
      draft: '',
      announcement: { text: 'Nilak: Tac.' },
    });
    const rewritten = reconcile({ ...cut, draft: 'ciao, ci sei?' }, [question, reply], 'Nilak');
    expect(rewritten.draft).toBe('ciao, ci sei?');
  });
});

describe('the log while a reply is coming onto the screen', () => {
  const items = buildLog([question, reply], [], []);
  const reveal = { turn: 1, sentAt: 0, text: 'Tac.', isWhole: true, dueAt: 0 };

  test('lacks it, or has its beginning, and keeps every other message', () => {
    expect(withoutHeldBack(items, { ...reveal, shown: 0 }).map(({ text }) => text)).toEqual(['ciao']);
    expect(withoutHeldBack(items, { ...reveal, shown: 2 }).at(-1)).toMatchObject({
      text: 'Ta',
      state: 'writing',
      key: items[1]?.key,
    });
    expect(withoutHeldBack(items, undefined)).toEqual(items);
    expect(withoutHeldBack(items, { ...reveal, text: '', shown: 0 })).toEqual(items);
  });
});

test('the ranges read out of the book go with the reply, from the turn and from the history', () => {
  const quotes: [number, number][] = [[0, 4]];
  const done = finishReply(waiting, 1, { response: 'Tac.', timestamp: later, quotes }, 'Nilak');
  expect(buildLog([], done.turns, []).at(-1)?.quotes).toEqual(quotes);
  expect(buildLog([question, { ...reply, quotes }], [], []).at(-1)?.quotes).toEqual(quotes);
});
