import { describe, expect, test } from 'vitest';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import { buildLog, markHistory, placeNow, replyIsElsewhere, type Turn } from './conversation.ts';

const time = (second: number) => new Date(Date.UTC(2003, 11, 21, 12, 0, second)).toISOString();
const user = (content: string, second: number): ChatMessage => ({
  role: 'user',
  content,
  timestamp: time(second),
});
const nilak = (content: string, second: number): ChatMessage => ({
  role: 'assistant',
  content,
  timestamp: time(second),
});

const past = [user('ciao', 1), nilak('Tac.', 2)];

function turn(message: string, history: ChatMessage[] | undefined, change: Partial<Turn> = {}): Turn {
  return {
    id: 1,
    message,
    sentAt: time(10),
    after: markHistory(history),
    state: 'waiting',
    chunks: [],
    ...change,
  };
}

const texts = (...args: Parameters<typeof buildLog>) => buildLog(...args).map(({ text }) => text);

describe('a message and its reply', () => {
  test('stand under the history while the server does not have them', () => {
    expect(texts(past, [turn('e il freddo?', past)], [])).toEqual(['ciao', 'Tac.', 'e il freddo?']);
    const writing = turn('e il freddo?', past, { state: 'writing', chunks: ['Tanto. ', 'Fischia.'] });
    expect(texts(past, [writing], [])).toEqual(['ciao', 'Tac.', 'e il freddo?', 'Tanto. Fischia.']);
  });

  test('are never doubled, at whatever moment the history is read', () => {
    const whole = [...past, user('e il freddo?', 11), nilak('Tanto.', 12)];
    const expected = ['ciao', 'Tac.', 'e il freddo?', 'Tanto.'];
    const done = turn('e il freddo?', past, { state: 'done', chunks: ['Tanto.'], repliedAt: time(12) });
    const writing = turn('e il freddo?', past, { state: 'writing', chunks: ['Tanto.'] });
    for (const history of [past, whole.slice(0, 3), whole]) {
      expect(texts(history, [done], [])).toEqual(expected);
      expect(texts(history, [writing], [])).toEqual(expected);
    }
  });

  test('keep their keys when the history catches up, so that no row is torn out and put back', () => {
    const done = turn('e il freddo?', past, { state: 'done', chunks: ['Tanto.'], repliedAt: time(12) });
    const whole = [...past, user('e il freddo?', 11), nilak('Tanto.', 12)];
    const keys = (history: ChatMessage[]) => buildLog(history, [done], []).map(({ key }) => key);
    expect(keys(past)).toEqual(keys(whole));
  });

  test('are told apart from the same words said before', () => {
    expect(texts(past, [turn('ciao', past)], [])).toEqual(['ciao', 'Tac.', 'ciao']);
    const twice = [
      turn('ciao', past, { state: 'done', chunks: ['Uno.'], repliedAt: time(12) }),
      turn('ciao', past, { id: 2, sentAt: time(20) }),
    ];
    const history = [...past, user('ciao', 11), nilak('Uno.', 12)];
    expect(texts(history, twice, [])).toEqual(['ciao', 'Tac.', 'ciao', 'Uno.', 'ciao']);
  });

  test('are found when another tab wrote before the reply came', () => {
    const mine = turn('da A', past, { state: 'done', chunks: ['Ad A.'], repliedAt: time(13) });
    const history = [...past, user('da A', 11), user('da B', 12), nilak('Ad A.', 13), nilak('A B.', 14)];
    expect(texts(history, [mine], [])).toEqual(['ciao', 'Tac.', 'da A', 'da B', 'Ad A.', 'A B.']);
  });

  test('are found when they were sent before the history was known', () => {
    const history = [user('ciao', -900), nilak('Tac.', -899), user('ciao', 11)];
    expect(texts(history, [turn('ciao', undefined)], [])).toEqual(['ciao', 'Tac.', 'ciao']);
  });

  test('are found when the server has dropped the oldest messages since', () => {
    const done = turn('poi?', past, { state: 'done', chunks: ['Poi.'], repliedAt: time(12) });
    expect(texts([nilak('Tac.', 2), user('poi?', 11), nilak('Poi.', 12)], [done], [])).toEqual([
      'Tac.',
      'poi?',
      'Poi.',
    ]);
    expect(texts([nilak('Poi.', 12)], [done], [])).toEqual(['Poi.']);
  });
});

describe('a message that failed', () => {
  test('is shown as not delivered, with what was heard of the reply', () => {
    const cut = turn('poi?', past, { state: 'cut', chunks: ['Quas'], repliedAt: time(11) });
    expect(buildLog(past, [cut], []).slice(2)).toMatchObject([
      { text: 'poi?', state: 'undelivered' },
      { text: 'Quas', state: 'interrupted' },
    ]);
  });

  test('is the server’s once its history holds it, reply and all', () => {
    const cut = turn('poi?', past, { state: 'cut', chunks: ['Quas'], repliedAt: time(11) });
    const kept = [...past, user('poi?', 11)];
    expect(texts(kept, [cut], [])).toEqual(['ciao', 'Tac.', 'poi?', 'Quas']);
    expect(texts([...kept, nilak('Quasi.', 12)], [cut], [])).toEqual(['ciao', 'Tac.', 'poi?', 'Quasi.']);
  });
});

describe('the terminal’s own lines', () => {
  test('stay where they were said when the history grows', () => {
    const line = {
      id: 1,
      text: 'ACCESSO ESTESO FINO ALLA SEZIONE 3.',
      speaker: 'system' as const,
      at: time(5),
      place: placeNow(past, []),
    };
    const whole = [...past, user('poi?', 11), nilak('Poi.', 12)];
    expect(texts(past, [], [line])).toEqual(['ciao', 'Tac.', 'ACCESSO ESTESO FINO ALLA SEZIONE 3.']);
    expect(texts(whole, [], [line])).toEqual([
      'ciao',
      'Tac.',
      'ACCESSO ESTESO FINO ALLA SEZIONE 3.',
      'poi?',
      'Poi.',
    ]);
  });

  test('keep their order, and find their place by the clock if the history was not known', () => {
    const first = {
      id: 1,
      text: 'ACCESSO ESTESO FINO ALLA SEZIONE 3.',
      speaker: 'system' as const,
      at: time(5),
      place: undefined,
    };
    const second = {
      id: 2,
      text: 'ACCESSO ESTESO FINO ALLA SEZIONE 6.',
      speaker: 'system' as const,
      at: time(6),
      place: undefined,
    };
    expect(texts([...past, user('poi?', 11)], [], [first, second])).toEqual([
      'ciao',
      'Tac.',
      'ACCESSO ESTESO FINO ALLA SEZIONE 3.',
      'ACCESSO ESTESO FINO ALLA SEZIONE 6.',
      'poi?',
    ]);
  });
});

describe('a reply that is being written elsewhere', () => {
  const unanswered = [...past, user('poi?', 11)];
  const now = Date.parse(time(20));

  test('is awaited after a reload, for a while', () => {
    expect(replyIsElsewhere(unanswered, [], now)).toBe(true);
    expect(replyIsElsewhere(unanswered, [], now + 120_000)).toBe(false);
    expect(replyIsElsewhere(past, [], now)).toBe(false);
    expect(replyIsElsewhere(undefined, [], now)).toBe(false);
  });

  test('is awaited after a cut, not after a refusal, not while this tab streams it', () => {
    expect(replyIsElsewhere(unanswered, [turn('poi?', past, { state: 'cut' })], now)).toBe(true);
    expect(replyIsElsewhere(unanswered, [turn('poi?', past, { state: 'refused' })], now)).toBe(false);
    expect(replyIsElsewhere(unanswered, [turn('poi?', past)], now)).toBe(false);
  });
});
