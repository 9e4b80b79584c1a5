import { connect, type Socket } from 'node:net';

type Behave = (socket: Socket, number: number) => (() => void) | void;

/**
 * Keeps `count` connections open, each as it behaves: what the site cuts comes again; who does not read does not notice.
 *
 * @param behave what one does once it is connected @returns what it does when it is closed
 * @param addressOf from where one comes: all of 127.0.0.0/8 is this machine
 */
export function keepOpen(
  port: number,
  count: number,
  behave: Behave,
  addressOf: (number: number) => string = () => '127.0.0.1',
) {
  const sockets = new Set<Socket>();
  const state = { open: () => sockets.size, connected: 0, cuts: 0, end };
  let isOver = false;

  function come(number: number): void {
    if (isOver) return;
    const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(number) });
    let leave: (() => void) | void = undefined;
    sockets.add(socket);
    socket.on('connect', () => {
      state.connected += 1;
      leave = behave(socket, number);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      leave?.();
      sockets.delete(socket);
      if (isOver) return;
      state.cuts += 1;
      setTimeout(() => come(number), 1_000);
    });
  }
  function end(): void {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  }

  // Not in one tick: the site's queue of connections that nobody has accepted yet has 511 places.
  for (let number = 0; number < count; number++) setTimeout(() => come(number), number / 2);
  return state;
}

/** Sends some bytes, then more again and again. */
export const drip =
  (head: string, next: () => string | Buffer, everyMs = 1_000): Behave =>
  (socket) => {
    socket.write(head);
    const send = () => socket.writable && !socket.writableNeedDrain && socket.write(next());
    const timer = setInterval(send, everyMs);
    return () => clearInterval(timer);
  };
