import { connect, type Socket } from 'node:net';

type Behave = (socket: Socket) => (() => void) | void;

/** Keeps `count` connections of a kind open: what the site cuts comes again; who does not read does not notice. */
function crowd(port: number, count: number, behave: Behave) {
  const sockets = new Set<Socket>();
  const state = { open: () => sockets.size, cuts: 0, end };
  let isOver = false;

  function come(): void {
    if (isOver) return;
    const socket = connect(port, '127.0.0.1');
    let leave: (() => void) | void = undefined;
    sockets.add(socket);
    socket.on('connect', () => (leave = behave(socket)));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      leave?.();
      sockets.delete(socket);
      if (isOver) return;
      state.cuts += 1;
      setTimeout(come, 1_000);
    });
  }
  function end(): void {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  }

  // Not in one tick: the site's queue of connections that nobody has accepted yet has 511 places.
  for (let index = 0; index < count; index++) setTimeout(come, index / 2);
  return state;
}

/** Sends some bytes, then a little more every second. */
const drip =
  (head: string, next: () => string): Behave =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.writable && socket.write(next()), 1_000);
    return () => clearInterval(timer);
  };

/** Asks, and reads nothing of the answer. */
const deaf =
  (request: string): Behave =>
  (socket) => {
    socket.pause();
    socket.write(request);
  };

const post = (headers: string) =>
  `POST /api/chat HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;
const question = JSON.stringify({ message: 'Che cosa ricordi del mercato?' });
const recording = '/public-objects/audio/capitolo-1-il-mercato.mp3';

/** What stands beside the readers: `idleCount` connections that do nothing, `count` of each kind that is too slow. */
export const slowCrowds = (port: number, idleCount: number, count: number) => ({
  idle: crowd(port, idleCount, (socket) => void socket.resume()),
  'heads that never end': crowd(
    port,
    count,
    drip('GET / HTTP/1.1\r\nHost: a\r\n', () => `X-${Math.random()}: a\r\n`),
  ),
  'bodies of a byte a second': crowd(
    port,
    count,
    drip(`${post('Content-Length: 9000')}{`, () => ' '),
  ),
  'recordings nobody reads': crowd(
    port,
    count,
    deaf(`GET ${recording} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(8)),
  ),
  'replies nobody reads': crowd(
    port,
    count,
    deaf(post(`Accept: text/event-stream\r\nContent-Length: ${Buffer.byteLength(question)}`) + question),
  ),
});
