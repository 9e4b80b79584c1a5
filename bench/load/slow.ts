import type { Socket } from 'node:net';
import { drip, keepOpen } from '../harness/crowd.ts';

/** Asks, and reads nothing of the answer. */
const deaf = (request: string) => (socket: Socket) => {
  socket.pause();
  socket.write(request);
};

const post = (headers: string) =>
  `POST /api/chat HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;
const question = JSON.stringify({ message: 'Che cosa ricordi del mercato?' });
const recording = '/public-objects/audio/capitolo-1-il-mercato.mp3';

/** What stands beside the readers: `idleCount` connections that do nothing, `count` of each kind that is too slow. */
export function slowCrowds(port: number, idleCount: number, count: number) {
  const stream = `Accept: text/event-stream\r\nContent-Length: ${Buffer.byteLength(question)}`;
  const kinds = {
    'heads that never end': drip('GET / HTTP/1.1\r\nHost: a\r\n', () => `X-${Math.random()}: a\r\n`),
    'bodies of a byte a second': drip(`${post('Content-Length: 9000')}{`, () => ' '),
    'recordings nobody reads': deaf(`GET ${recording} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(8)),
    'replies nobody reads': deaf(post(stream) + question),
  };
  return [
    ['idle', keepOpen(port, idleCount, (socket) => void socket.resume())] as const,
    ...Object.entries(kinds).map(([name, behave]) => [name, keepOpen(port, count, behave)] as const),
  ];
}
