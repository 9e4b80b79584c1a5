import { once } from 'node:events';
import { drip, keepOpen } from '../harness/crowd.ts';
import { wait } from '../harness/processes.ts';
import { Caller } from './caller.ts';

/** What strangers do until the signal comes. @returns how many requests were made */
type Attack = (port: number, ending: AbortSignal) => Promise<number>;

const addressOf = (number: number) => `127.0.${10 + Math.floor(number / 200)}.${1 + (number % 200)}`;

/** So many strangers, each at an address of their own, who do the same again and again. */
const crowd =
  (count: number, turn: (caller: Caller, number: number, port: number) => Promise<unknown>): Attack =>
  async (port, ending) => {
    let turns = 0;
    const attack = async (_: unknown, number: number) => {
      const caller = new Caller(port, addressOf(number));
      for (; !ending.aborted; turns += 1) await turn(caller, number, port);
      caller.leave();
    };
    await Promise.all(Array.from({ length: count }, attack));
    return turns;
  };

const spaces = ' '.repeat(15_500);
const batch = Array.from({ length: 1_200 }, () => 'gallery.list').join(',');
const longMessage = JSON.stringify({ message: '€'.repeat(1_900) });

const bodyTargets = [
  ['/trpc/readers.redeem', 'application/json'],
  ['/api/sections', 'application/json'],
  ['/api/admin/uploads', 'multipart/form-data; boundary=x'],
  ['/api/chat', 'application/json'],
] as const;
const bodyBytes = 4_900_000;
const block = Buffer.alloc(64 * 1024, 0x20);
/** All hundred together send what a line of 200 Mbit/s carries. */
const blockMs = 260;

/** Large bodies of which all but the end comes, and then a byte now and then. */
const holdBodies: Attack = async (port, ending) => {
  const bodies = keepOpen(
    port,
    100,
    (socket, number) => {
      const [path, type] = bodyTargets[number % bodyTargets.length] ?? bodyTargets[0];
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${bodyBytes}\r\n\r\n`;
      let remaining = bodyBytes - block.length;
      socket.resume();
      return drip(head, () => ((remaining -= block.length) > 0 ? block : ' '), blockMs)(socket, number);
    },
    addressOf,
  );
  await once(ending, 'abort');
  bodies.end();
  return bodies.connected;
};

/** Each as it stopped the site once. */
export const attacks: Readonly<Record<string, Attack>> = {
  'a header that took long to read, four at a time': crowd(4, (caller) =>
    caller.ask('/codex', { headers: { 'accept-encoding': `gzip${spaces}x` } }),
  ),
  'long messages of ever new readers, 120 a minute from each of 20 addresses': crowd(20, (caller) => {
    caller.forget();
    return Promise.all([caller.ask('/api/chat', { body: longMessage }), wait(500)]);
  }),
  'a hundred bodies of 4.9 MB that never end': holdBodies,
  'batches of 1,200 calls, four at a time': crowd(4, (caller) =>
    caller.ask(`/trpc/${batch}?batch=1&input=%7B%7D`),
  ),
  'two hundred guesses of the password at a time from 40 addresses, left at once': crowd(
    200,
    async (_caller, number, port) => {
      const guesser = new Caller(port, addressOf(number % 40));
      const body = JSON.stringify({ password: `indovino-${number}` });
      await guesser.ask('/api/admin/login', { body, leaveAfterMs: 300 });
      guesser.leave();
      await wait(700);
    },
  ),
};
