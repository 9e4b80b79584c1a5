import { expect, test, vi } from 'vitest';
import { createUploadQueue, type QueuedFile } from './upload-queue.ts';

const file = (name: string) => new File(['x'], name, { type: 'image/png' });

/** A queue whose uploads the test settles. */
function bench() {
  let shown: readonly QueuedFile[] = [];
  const calls: { name: string; signal: AbortSignal; sent(): void; end(error?: Error): void }[] = [];
  const queue = createUploadQueue({
    refuse: ({ name }) => (name.endsWith('.svg') ? 'SVG no' : undefined),
    send: ({ name }, { signal, sent }) =>
      new Promise((resolve, reject) => {
        calls.push({ name, signal, sent, end: (error) => (error ? reject(error) : resolve()) });
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    reasonOf: (error) => (error as Error).message,
    isHopeless: (error) => (error as Error).message === 'rotta',
    onChange: (files) => (shown = files),
  });
  return {
    queue,
    calls,
    states: () => shown.map(({ file: { name }, state }) => `${name} ${state}`),
    shown: () => shown,
  };
}

test('sends one after the other, goes on after a failure, and sends only what failed again', async () => {
  const { queue, calls, states, shown } = bench();
  queue.add([file('a'), file('b'), file('c.svg'), file('d')]);
  expect(states()).toEqual(['a sending', 'b waiting', 'c.svg failed', 'd waiting']);
  calls[0]?.end();
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  calls[1]?.end(new Error('disco pieno'));
  await vi.waitFor(() => expect(calls).toHaveLength(3));
  calls[2]?.end();
  await vi.waitFor(() => expect(states()).toEqual(['a done', 'b failed', 'c.svg failed', 'd done']));
  expect(shown().map(({ reason }) => reason)).toEqual([undefined, 'disco pieno', 'SVG no', undefined]);
  queue.retry();
  expect(states()).toEqual(['a done', 'b sending', 'c.svg failed', 'd done']);
  expect(shown()[2]?.reason).toBe('SVG no');
  calls[3]?.end();
  await vi.waitFor(() => expect(states()).toContain('b done'));
  queue.clear();
  expect(states()).toEqual([]);
});

test('what the server found wrong with the file itself is not sent again', async () => {
  const { queue, calls, states } = bench();
  queue.add([file('a')]);
  calls[0]?.end(new Error('rotta'));
  await vi.waitFor(() => expect(states()).toEqual(['a failed']));
  queue.retry();
  expect(states()).toEqual(['a failed']);
  expect(calls).toHaveLength(1);
});

test('what is given up is aborted and gone; what is already being saved is not', async () => {
  const { queue, calls, states, shown } = bench();
  queue.add([file('a'), file('b'), file('c')]);
  queue.drop(shown()[0]?.id ?? -1);
  expect(calls[0]?.signal.aborted).toBe(true);
  await vi.waitFor(() => expect(states()).toEqual(['b sending', 'c waiting']));
  calls[1]?.sent();
  queue.drop(shown()[0]?.id ?? -1);
  queue.stop();
  expect(states()).toEqual(['b saving']);
  expect(calls[1]?.signal.aborted).toBe(false);
  calls[1]?.end();
  await vi.waitFor(() => expect(states()).toEqual(['b done']));
  expect(calls).toHaveLength(2);
});
