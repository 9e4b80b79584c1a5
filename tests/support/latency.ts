import { setTimeout as after } from 'node:timers/promises';

/** How long a double takes to do something: a slow model, a slow line. A test never waits by it: it waits for what it expects. */
export const latency = <T = void>(milliseconds: number, value?: T): Promise<T> =>
  after(milliseconds, value as T);

/** For what must not happen: lets everything that is already due in this process have its turns of the event loop. */
export async function settleEventLoop(turns = 50): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
