import { createServer } from 'node:http';

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const deltas = [
  { role: 'assistant', content: '' },
  { content: 'Fischiava. ' },
  { content: 'La neve, dico.' },
];
const reply = `${deltas.map((delta) => chunk(delta)).join('')}${chunk({}, 'stop')}data: [DONE]\n\n`;

/** A language model that takes no time: it speaks the provider's protocol and always says the same. */
export function serveModel(port: number): void {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(reply);
    });
  });
  server.listen(port, '127.0.0.1', () => process.send?.('ready'));
}
