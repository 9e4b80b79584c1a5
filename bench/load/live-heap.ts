import { once } from 'node:events';
import type { Pinned } from '../http/processes.ts';

/** Told to over its channel, the site collects what nobody holds any more and says what is left; nothing else knows of it. */
const answer = `process.on('message', (told) => {
  if (told !== 'heap') return;
  gc();
  process.send({ heapUsed: process.memoryUsage().heapUsed });
});`;

/** What node is started with so that {@link liveHeap} gets an answer. */
export const heapFlags = ['--expose-gc', `--import=data:text/javascript,${encodeURIComponent(answer)}`];

/** Bytes of the site's heap that are held: resident memory also has what V8 has not collected yet. */
export async function liveHeap({ child }: Pinned): Promise<number> {
  child.send('heap');
  const [told] = (await once(child, 'message')) as [{ heapUsed: number }];
  return told.heapUsed;
}
