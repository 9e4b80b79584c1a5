import { afterEach, expect, it, vi } from 'vitest';
import { eventStreamResponse } from './event-stream.ts';

afterEach(() => void vi.useRealTimers());

it('sends its first byte before the first event, however late that comes', async () => {
  // The heartbeat, which sends the same, never comes.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const events = (async function* () {
    await new Promise(() => undefined);
    yield { type: 'delta' };
  })();
  const reader = (await eventStreamResponse(events)).body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toBe(': \n\n');
});
