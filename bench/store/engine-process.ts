import type { StoredChatMessage } from '../../src/shared/contracts/chat.ts';
import { type Engine, type EngineName, engines } from './engines.ts';

/** What the process of one engine is asked, and what it answers. Times in milliseconds, sizes in bytes. */
export type Command =
  | { do: 'prepare'; directory: string; messages: number }
  | { do: 'open'; directory: string }
  | { do: 'run'; writers: number; milliseconds: number }
  | { do: 'fold' }
  | { do: 'close' };

export interface Answer {
  milliseconds: number;
  /** Writes acknowledged. */
  writes: number;
  latencies: number[];
  /** Of all the process's threads: what a busy machine does not distort. */
  cpuMilliseconds: number;
  /** Longest turn of the event loop, not counting the time for which other processes had the processor. */
  worstBlock: number;
  residentBytes: number;
  error?: string;
}

const words =
  'La neve cadeva sul binario e il bisonte sollevò la testa verso il mercato — piano, senza fretta.';

/** About 280 bytes of JSON. */
function message(number: number): StoredChatMessage {
  const id = `${(number * 2_654_435_761) % 4_294_967_296}`.padStart(10, '0');
  return {
    id: `${id}-4f1e-4c8e-9b1a-${String(number).padStart(12, '0')}`,
    readerId: `6f9619ff-8b86-4d01-b42d-${String(number % 10_000).padStart(12, '0')}`,
    role: number % 2 === 0 ? 'user' : 'assistant',
    content: words,
    level: number % 12,
    timestamp: '2003-12-21T12:03:00.000Z',
  };
}

function* messages(count: number): Iterable<StoredChatMessage> {
  for (let number = 0; number < count; number++) yield message(number);
}

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Serves one engine to the parent process. */
export function serveEngine(name: EngineName): void {
  let engine: Engine | undefined;
  let nextId = 1_000_000_000;

  async function answer(command: Command): Promise<Answer> {
    const latencies: number[] = [];
    let writes = 0;
    let worstBlock = 0;
    const began = performance.now();
    const beganCpu = cpuMilliseconds();
    switch (command.do) {
      case 'prepare':
        await engines[name].prepare(command.directory, () => messages(command.messages));
        break;
      case 'open':
        engine = await engines[name].open(command.directory);
        break;
      case 'run': {
        const end = began + command.milliseconds;
        const write = async (): Promise<void> => {
          while (performance.now() < end) {
            const from = performance.now();
            await engine?.write(message(nextId++));
            latencies.push(performance.now() - from);
            writes++;
          }
        };
        await Promise.all(Array.from({ length: command.writers }, write));
        break;
      }
      case 'fold': {
        await engine?.write(message(nextId++));
        let over = false;
        const folding = engine?.fold?.().finally(() => (over = true));
        for (let last = performance.now(); !over;) {
          await new Promise(setImmediate);
          const now = performance.now();
          worstBlock = Math.max(worstBlock, now - last);
          last = now;
        }
        await folding;
        break;
      }
      case 'close':
        await engine?.close();
        engine = undefined;
    }
    const milliseconds = performance.now() - began;
    const spent = cpuMilliseconds() - beganCpu;
    if (command.do === 'open') globalThis.gc?.();
    return {
      milliseconds,
      cpuMilliseconds: spent,
      writes,
      latencies,
      worstBlock,
      residentBytes: process.memoryUsage.rss(),
    };
  }

  process.on('message', (command: Command) => {
    answer(command).then(
      (result) => process.send?.(result),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}
