import { connect, type Socket } from 'node:net';

/** Connections that only want to be held, and how often one was seen to be let go: who does not read sees nothing. */
export interface SlowCrowd {
  readonly open: number;
  readonly cut: number;
  end(): void;
}

type Behave = (socket: Socket) => (() => void) | void;

/** Keeps `count` connections of a kind open: what the site cuts comes again. */
function crowd(port: number, count: number, behave: Behave): SlowCrowd {
  const sockets = new Set<Socket>();
  let cut = 0;
  let ended = false;

  function come(): void {
    if (ended) return;
    const socket = connect(port, '127.0.0.1');
    let leave: (() => void) | void = undefined;
    sockets.add(socket);
    socket.on('connect', () => (leave = behave(socket)));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      leave?.();
      sockets.delete(socket);
      if (ended) return;
      cut += 1;
      setTimeout(come, 1_000);
    });
  }

  // Not in one tick: the site's queue of connections that nobody has accepted yet has 511 places.
  for (let index = 0; index < count; index++) setTimeout(come, index / 2);
  return {
    get open() {
      return sockets.size;
    },
    get cut() {
      return cut;
    },
    end() {
      ended = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

function drip(socket: Socket, text: () => string): () => void {
  const timer = setInterval(() => socket.writable && socket.write(text()), 1_000);
  return () => clearInterval(timer);
}

/** Connected, and that is all. */
export const idle = (port: number, count: number) => crowd(port, count, (socket) => void socket.resume());

/** A head that never ends, one header a second. */
export const slowHeads = (port: number, count: number) =>
  crowd(port, count, (socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
    return drip(socket, () => `X-${Math.random()}: a\r\n`);
  });

/** A body of which one byte a second arrives. */
export const slowBodies = (port: number, count: number) =>
  crowd(port, count, (socket) => {
    const head =
      'POST /api/chat HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n';
    socket.write(`${head}{`);
    return drip(socket, () => ' ');
  });

/** Asks for recordings, one behind the other, and reads nothing of them. */
export const deafReaders = (port: number, count: number, path: string) =>
  crowd(port, count, (socket) => {
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(8));
  });

/** Asks for a streamed reply and never reads it. */
export const deafTalkers = (port: number, count: number) =>
  crowd(port, count, (socket) => {
    socket.pause();
    const body = JSON.stringify({ message: 'Che cosa ricordi del mercato?' });
    socket.write(
      `POST /api/chat HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
