import { SimulatedBucket } from './bucket.ts';
import { Disk } from './disk.ts';
import { SimulatedModel } from './model.ts';
import { Process } from './process.ts';
import { Random } from './random.ts';
import { Time, type Timers } from './time.ts';

/** When lives begin: in winter, and on the evenings before the clocks go forward and back. */
const beginnings = [Date.UTC(2030, 0, 7, 8), Date.UTC(2030, 2, 30, 19), Date.UTC(2030, 9, 26, 19)];

/** What stands on the table: one is looked at at a time. */
interface Machine {
  disk: Disk;
  process: Process;
}

/** A machine that stands still, with all that it was about to do. */
interface FrozenMachine extends Machine {
  timers: Timers;
}

/** All that the site cannot see behind its ports: one seed, one time, one disk, one bucket, one model. */
class World {
  readonly random: Random;
  readonly time: Time;
  readonly bucket: SimulatedBucket;
  readonly model: SimulatedModel;
  #machine: Machine;
  readonly #restore: () => void;

  constructor(seed: number) {
    this.random = new Random(seed);
    this.time = new Time(this.random.pick(beginnings));
    this.#machine = this.#newMachine();
    this.bucket = new SimulatedBucket(this.random, () => this.process);
    this.model = new SimulatedModel(this.random, () => this.process);
    this.#restore = replaceRandomness(this.random);
  }

  get disk(): Disk {
    return this.#machine.disk;
  }

  get process(): Process {
    return this.#machine.process;
  }

  #newMachine(): Machine {
    const disk = new Disk(this.random);
    for (const folder of ['/sim', '/sim/tmp']) disk.makeFolder(folder);
    return { disk, process: new Process(this.time) };
  }

  /** The machine stands still in the middle of what it does, and an empty one takes its place here. */
  freeze(): FrozenMachine {
    const frozen = { ...this.#machine, timers: this.time.layTimersAside() };
    this.#machine = this.#newMachine();
    return frozen;
  }

  /** It goes on, as if nothing had been; the process on the one that is here must have ended. */
  thaw({ timers, ...machine }: FrozenMachine): void {
    this.#machine = machine;
    this.time.takeUpTimers(timers);
  }

  async end(): Promise<void> {
    await this.process.kill();
    this.time.end();
    this.#restore();
    inUse = undefined;
  }
}

let inUse: World | undefined;

/** Begins a world; there is one at a time. */
export function beginWorld(seed: number): World {
  inUse = new World(seed);
  return inUse;
}

/** @throws Error outside of a life */
export function theWorld(): World {
  if (!inUse) throw new Error('no world is being simulated');
  return inUse;
}

/** A UUID of the world's own. */
export function nextUuid(random: Random): `${string}-${string}-${string}-${string}-${string}` {
  const hex = random.bytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function replaceRandomness(random: Random): () => void {
  const { random: realRandom } = Math;
  const { crypto: realCrypto } = globalThis;
  Math.random = () => random.share();
  const simulated = {
    subtle: realCrypto.subtle,
    randomUUID: () => nextUuid(random),
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

export type { World };
