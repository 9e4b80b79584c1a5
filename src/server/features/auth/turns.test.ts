import { expect, test } from 'vitest';
import { settleEventLoop } from '#tests/support/latency.ts';
import { createTurns, type Waiting } from './turns.ts';

/** Two lanes of two, and work that ends when it is told to. */
function line() {
  const inTurn = createTurns(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, waiting?: Waiting) => {
    const answer = inTurn(async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    }, waiting);
    answer.catch(() => undefined);
    return answer;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await settleEventLoop(2);
  };
  return { ask, begun, end };
}

test('one at a time, in order; the lane holds so many, and who comes then is told when to come back', async () => {
  const { ask, begun, end } = line();
  const answers = [ask('one'), ask('two'), ask('three')];
  await expect(ask('four')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
  expect(begun).toEqual(['one']);
  for (const name of ['one', 'two', 'three']) await end(name);
  expect(await Promise.all(answers)).toEqual(['one', 'two', 'three']);
  expect(begun).toEqual(['one', 'two', 'three']);
});

test('a known device is next, however many strangers wait', async () => {
  const { ask, begun, end } = line();
  void ask('stranger');
  void ask('second stranger');
  void ask('third stranger');
  const author = ask('author', { isKnown: true });
  await end('stranger');
  expect(begun).toEqual(['stranger', 'author']);
  await end('author');
  expect(await author).toBe('author');
});

test('who has gone leaves the line, and is not worked for', async () => {
  const { ask, begun, end } = line();
  void ask('one');
  const gone = new AbortController();
  const left = ask('gone', { signal: gone.signal });
  void ask('two');
  gone.abort();
  await expect(left).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(ask('gone before', { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  void ask('three');
  await end('one');
  await end('two');
  expect(begun).toEqual(['one', 'two', 'three']);
});

test('work that fails passes the turn on', async () => {
  const inTurn = createTurns(2);
  const failed = inTurn(() => Promise.reject(new Error('rotto')));
  const next = inTurn(() => Promise.resolve('dopo'));
  await expect(failed).rejects.toThrow('rotto');
  expect(await next).toBe('dopo');
  expect(await inTurn(() => Promise.resolve('ancora'))).toBe('ancora');
});
