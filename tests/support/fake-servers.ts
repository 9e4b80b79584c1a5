import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { Dialect } from './dialects.ts';

export type ServerKind = 'ollama' | 'llama.cpp' | 'lm-studio' | 'openrouter' | 'mistral';

interface Message {
  role: string;
  content: string;
}
export type Body = { model: string; messages: Message[]; [parameter: string]: unknown };

/** How each of the five speaks, as their documents and issues show it. */
interface Manners {
  /** Before `/v1`. */
  prefix: string;
  needsKey?: boolean;
  /** Prompt tokens it reads of any request. */
  window?: number;
  /** Ollama cuts the head and says nothing; the others refuse. */
  cuts?: boolean;
  /** Its template wants one system message and turns that alternate. */
  strict?: boolean;
  /** The parameters it knows; it refuses any other. */
  knows?: string[];
  /** What it answers where the list of its models is looked for. */
  lists?: object;
  /** How a thought comes. */
  thinks?: 'field' | 'tags';
  refuse(status: number, message: string, extra?: object): object;
}

const manners: Record<ServerKind, Manners> = {
  ollama: {
    prefix: '',
    window: 4_096,
    cuts: true,
    refuse: (_, message) => ({ error: { message, type: 'api_error', param: null, code: null } }),
  },
  'llama.cpp': {
    prefix: '',
    window: 6_000,
    strict: true,
    thinks: 'field',
    refuse: (code, message, extra) => ({ error: { code, message, type: 'invalid_request_error', ...extra } }),
  },
  'lm-studio': {
    prefix: '',
    thinks: 'tags',
    knows: ['temperature', 'top_p', 'max_tokens', 'stream_options'],
    refuse: (_, message) => ({ error: message }),
  },
  openrouter: {
    prefix: '/api',
    needsKey: true,
    refuse: (code, message) => ({ error: { code, message } }),
  },
  mistral: {
    prefix: '',
    needsKey: true,
    knows: ['temperature', 'top_p', 'max_tokens'],
    refuse: (_, message) => ({
      object: 'error',
      message,
      type: 'invalid_request_error',
      param: null,
      code: null,
    }),
  },
};

/** What can go wrong with a server; `hang` says nothing at all, `cut` breaks off within its second sentence. */
export type Trouble =
  { kind: 'status'; status: number; retryAfter?: string } | { kind: 'hang' | 'cut' | 'thinking' | 'endless' };

export interface Refusal {
  status: number;
  body: object;
  retryAfter?: string;
}

export interface FakeServer {
  kind: ServerKind;
  /** What an author writes into the settings. */
  address: string;
  bodies: Body[];
  paths: string[];
  headers: IncomingMessage['headers'][];
  /** What the model says, thoughts apart. */
  says: string[];
  models: object[];
  /** What the answers report as prompt tokens, in place of a count. */
  usage?: (counted: number) => number | undefined;
  /** Played by every answer while it is set. */
  trouble?: Trouble | undefined;
  /** Says every answer otherwise than its kind does. */
  dialect?: Dialect | undefined;
  /** Looks at every request for an answer; what it gives back is the refusal. */
  refuses?: (body: Body) => Refusal | undefined;
  close(): Promise<void>;
}

/** A double of one of the five servers that an author may have instead of Groq. */
export async function startFakeServer(kind: ServerKind, change: Partial<Manners> = {}): Promise<FakeServer> {
  const way = { ...manners[kind], ...change };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      fake.paths.push(request.url ?? '');
      fake.headers.push(request.headers);
      answer(request, text, response);
    });
  });

  function answer(request: IncomingMessage, text: string, response: ServerResponse): void {
    const refuse = (status: number, message: string, extra?: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(way.refuse(status, message, extra)));
    };
    if (way.needsKey && request.headers.authorization !== 'Bearer chiave') return refuse(401, 'Unauthorized');
    if (request.url === `${way.prefix}/v1/models`) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(way.lists ?? { object: 'list', data: fake.models }));
    }
    if (request.url !== `${way.prefix}/v1/chat/completions`) return refuse(404, '404 page not found');
    const body = JSON.parse(text) as Body;
    fake.bodies.push(body);
    const refusal = fake.refuses?.(body);
    if (refusal) {
      if (refusal.retryAfter) response.setHeader('retry-after', refusal.retryAfter);
      response.writeHead(refusal.status, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(refusal.body));
    }
    const { model: _, messages, stream: __, ...parameters } = body;
    const unknown = Object.keys(parameters).find((name) => way.knows && !way.knows.includes(name));
    if (unknown !== undefined) {
      if (kind !== 'mistral') return refuse(400, `Unrecognized key: "${unknown}"`);
      const detail = [
        { type: 'extra_forbidden', loc: ['body', unknown], msg: 'Extra inputs are not permitted' },
      ];
      return refuse(422, { detail } as unknown as string);
    }
    if (way.strict && !alternate(messages)) {
      return refuse(500, 'Conversation roles must alternate user/assistant/user/assistant/...');
    }
    let counted = messages.reduce((sum, { content }) => sum + encode(content).length + 4, 0);
    if (way.window !== undefined && counted > way.window) {
      const context = { type: 'exceed_context_size_error', n_prompt_tokens: counted, n_ctx: way.window };
      if (!way.cuts) return refuse(400, 'the request exceeds the available context size', context);
      counted = way.window / 2 + 2;
    }
    const { trouble } = fake;
    if (trouble?.kind === 'hang') return;
    if (trouble?.kind === 'status') {
      if (trouble.retryAfter) response.setHeader('retry-after', trouble.retryAfter);
      return refuse(trouble.status, 'no');
    }
    if (fake.dialect) {
      const { type = 'text/event-stream', parts } = fake.dialect(fake.says);
      response.writeHead(200, { 'content-type': type });
      for (const part of parts) response.write(part);
      return void response.end();
    }
    play(response, fake.usage ? fake.usage(counted) : counted);
  }

  function play(response: ServerResponse, prompt: number | undefined): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
    const chunk = (delta: object, finish: string | null = null) =>
      event({
        id: 'c',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    if (kind === 'openrouter') response.write(': OPENROUTER PROCESSING\n\n');
    chunk({ role: 'assistant', content: '' });
    if (way.thinks === 'field') chunk({ reasoning_content: 'Devo essere breve. ' });
    if (way.thinks === 'tags')
      for (const piece of ['<th', 'ink>Il lettore ', 'saluta. Ri', 'spondo.</thi', 'nk>\n\n'])
        chunk({ content: piece });
    if (fake.trouble?.kind === 'thinking')
      chunk({ content: '<think>Il lettore chiede del freddo. Devo rispondere come lui.</think>' });
    if (fake.trouble?.kind === 'cut') {
      chunk({ content: 'Fischiava. La neve, dico, e poi' });
      // What was written must have left before the connection breaks.
      return void setImmediate(() => response.destroy());
    }
    const said = fake.trouble?.kind === 'endless' ? [endless] : fake.says;
    for (const piece of said) chunk({ content: piece });
    chunk({}, 'stop');
    if (prompt !== undefined)
      event({ id: 'c', choices: [], usage: { prompt_tokens: prompt, completion_tokens: 9 } });
    response.end('data: [DONE]\n\n');
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeServer = {
    kind,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${way.prefix}/v1`,
    bodies: [],
    paths: [],
    headers: [],
    says: ['Fischia', 'va. La n', 'eve, dico.'],
    models: [
      { id: 'prova/uno', object: 'model', pricing: { prompt: '0.00000015', completion: '0.0000006' } },
      { id: 'prova/due', object: 'model' },
    ],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

/** A reply of 200,000 characters, no sentence of which is like another. */
const endless = Array.from({ length: 7_000 }, (_, count) => `Ne ho contati ${count} e si va avanti. `)
  .join('')
  .slice(0, 200_000);

function alternate(messages: readonly Message[]): boolean {
  const turns = messages[0]?.role === 'system' ? messages.slice(1) : messages;
  return turns.every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant'));
}
