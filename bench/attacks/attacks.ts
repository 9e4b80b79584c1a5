import { connect, type Socket } from 'node:net';
import { Caller } from './people.ts';

/** What strangers do for a while. */
export interface Attack {
  name: string;
  /** Goes on until the signal comes. @returns how many requests were made */
  run(port: number, ended: AbortSignal): Promise<number>;
}

const hundredths = (number: number) => `127.0.${10 + Math.floor(number / 200)}.${1 + (number % 200)}`;

/** So many strangers, each at an address of their own, who do the same again and again. */
async function crowd(
  port: number,
  count: number,
  ended: AbortSignal,
  turn: (caller: Caller, number: number) => Promise<unknown>,
): Promise<number> {
  let turns = 0;
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const caller = new Caller(port, hundredths(number));
      while (!ended.aborted) {
        await turn(caller, number);
        turns += 1;
      }
      caller.leave();
    }),
  );
  return turns;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const spaces = ' '.repeat(15_500);
const batch = Array.from({ length: 1_200 }, () => 'gallery.list').join(',');
const longWords = JSON.stringify({ message: '€'.repeat(1_900) });
const multipart = 'multipart/form-data; boundary=x';

/** All hundred together send what a line of 200 Mbit/s carries. */
const blockMs = 260;

/** Large bodies of which all but the end comes, and then a byte now and then. */
async function holdBodies(port: number, ended: AbortSignal): Promise<number> {
  const targets = [
    ['/trpc/readers.redeem', 'application/json'],
    ['/api/sections', 'application/json'],
    ['/api/admin/uploads', multipart],
    ['/api/chat', 'application/json'],
  ] as const;
  const bytes = 4_900_000;
  const block = Buffer.alloc(64 * 1024, 0x20);
  let begun = 0;
  const sockets = new Set<Socket>();
  function come(number: number): void {
    if (ended.aborted) return;
    const [path, type] = targets[number % targets.length] ?? targets[0];
    const socket = connect({ port, host: '127.0.0.1', localAddress: hundredths(number) });
    sockets.add(socket);
    begun += 1;
    let left = bytes - block.length;
    let timer: NodeJS.Timeout | undefined;
    socket.on('connect', () => {
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`;
      socket.write(head);
      timer = setInterval(() => {
        if (!socket.writable || socket.writableNeedDrain) return;
        if (left <= 0) return void socket.write(' ');
        left -= block.length;
        socket.write(block);
      }, blockMs);
    });
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => {
      clearInterval(timer);
      sockets.delete(socket);
      setTimeout(() => come(number), 1_000);
    });
  }
  for (let number = 0; number < 100; number += 1) come(number);
  await new Promise((resolve) => ended.addEventListener('abort', resolve));
  for (const socket of sockets) socket.destroy();
  return begun;
}

/** The review's, each as it stopped the site before. */
export const attacks: readonly Attack[] = [
  {
    name: 'a header that took long to read, four at a time',
    run: (port, ended) =>
      crowd(port, 4, ended, (caller) =>
        caller.ask({ path: '/codex', headers: { 'accept-encoding': `gzip${spaces}x` } }),
      ),
  },
  {
    name: 'long messages of ever new readers, 120 a minute from each of 20 addresses',
    run: (port, ended) =>
      crowd(port, 20, ended, async (caller) => {
        caller.forget();
        await Promise.all([caller.ask({ method: 'POST', path: '/api/chat', body: longWords }), wait(500)]);
      }),
  },
  { name: 'a hundred bodies of 4.9 MB that never end', run: holdBodies },
  {
    name: 'batches of 1,200 calls, four at a time',
    run: (port, ended) =>
      crowd(port, 4, ended, (caller) => caller.ask({ path: `/trpc/${batch}?batch=1&input=%7B%7D` })),
  },
  {
    name: 'two hundred guesses of the password at a time from 40 addresses, left at once',
    run: (port, ended) =>
      crowd(port, 200, ended, async (_caller, number) => {
        const guesser = new Caller(port, hundredths(number % 40));
        const body = JSON.stringify({ password: `indovino-${number}` });
        await guesser.ask({ method: 'POST', path: '/api/admin/login', body, leaveAfterMs: 300 });
        guesser.leave();
        await wait(700);
      }),
  },
];
