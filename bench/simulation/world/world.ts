import { createBucket } from './bucket.ts';
import { Disk } from './disk.ts';
import { createModel } from './model.ts';
import { createProcess, type Process } from './process.ts';
import { createRandom, type Random } from './random.ts';
import { startTime, type Time } from './time.ts';

/** When lives begin: in winter, and on the evenings before the clocks go forward and back. */
const beginnings = [Date.UTC(2030, 0, 7, 8), Date.UTC(2030, 2, 30, 19), Date.UTC(2030, 9, 26, 19)];

/** All that the site cannot see behind its ports. */
export interface World {
  random: Random;
  time: Time;
  process: Process;
  disk: Disk;
  bucket: ReturnType<typeof createBucket>;
  model: ReturnType<typeof createModel>;
  end(): Promise<void>;
}

let current: World | undefined;

/** Begins a world from one seed; there is one at a time. @param secrets what a model that leaks says */
export function beginWorld(seed: number, secrets: readonly string[]): World {
  const random = createRandom(seed);
  const time = startTime(random.pick(beginnings));
  const process = createProcess(time);
  const disk = new Disk(random);
  for (const folder of ['/sim', '/sim/tmp']) disk.makeFolder(folder);
  const restoreRandomness = replaceRandomness(random);
  return (current = {
    random,
    time,
    process,
    disk,
    bucket: createBucket(random, process),
    model: createModel(random, process, secrets),
    async end(): Promise<void> {
      await process.kill();
      time.end();
      restoreRandomness();
      current = undefined;
    },
  });
}

/** @throws Error outside of a life */
export function theWorld(): World {
  if (!current) throw new Error('no world is being simulated');
  return current;
}

function replaceRandomness(random: Random): () => void {
  const { random: realRandom } = Math;
  const { crypto: realCrypto } = globalThis;
  Math.random = random.share;
  const simulated = {
    subtle: realCrypto.subtle,
    randomUUID: random.uuid,
    getRandomValues<T extends ArrayBufferView>(array: T): T {
      random.bytes(array.byteLength).copy(Buffer.from(array.buffer, array.byteOffset, array.byteLength));
      return array;
    },
  };
  Object.defineProperty(globalThis, 'crypto', { value: simulated, configurable: true });
  return () => {
    Math.random = realRandom;
    Object.defineProperty(globalThis, 'crypto', { value: realCrypto, configurable: true });
  };
}
