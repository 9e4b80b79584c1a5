/** The raw body of a completion that says so many pieces, written in as many parts. */
export interface Spoken {
  type?: string;
  parts: readonly (string | Uint8Array)[];
}
export type Dialect = (says: readonly string[]) => Spoken;

const usage = { prompt_tokens: 20, completion_tokens: 9 };
const event = (data: unknown, end = '\n\n') => `data: ${JSON.stringify(data)}${end}`;
const choice = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const content = (text: unknown, finish: string | null = null) => choice({ content: text }, finish);
const stop = event(choice({}, 'stop'));
const done = 'data: [DONE]\n\n';
const events = (says: readonly string[], end?: string) => says.map((text) => event(content(text), end));

const stream =
  (write: (says: readonly string[]) => Spoken['parts']): Dialect =>
  (says) => ({ parts: write(says) });
const json =
  (write: (text: string) => object | string, type = 'application/json'): Dialect =>
  (says) => ({ type, parts: [JSON.stringify(write(says.join('')), undefined, 2)] });
const message = (said: object, finish: unknown = 'stop') => ({
  choices: [{ message: said, finish_reason: finish }],
  usage,
});
const marked = (before: string, after = '') =>
  stream((says) => [...events([before, ...says, after]), stop, done]);
const thinking = (text: string) => [{ type: 'thinking', thinking: [{ type: 'text', text }] }];
const part = (text: string) => [{ type: 'text', text }];

/** How servers have been seen to say the same: every one of these is a whole answer, with nothing thought aloud. */
export const dialects: readonly (readonly [name: string, dialect: Dialect])[] = [
  ['parts', stream((says) => [...says.map((text) => event(content(part(text)))), stop, done])],
  [
    'thoughts in parts, then parts and text',
    stream(([first = '', ...rest]) => [
      event(content(thinking('Il lettore saluta.'))),
      event(content(part(first))),
      ...events(rest),
      stop,
    ]),
  ],
  ['a part that is no list', stream((says) => [...says.map((text) => event(content(part(text)[0]))), stop])],
  ['texts in a list', stream((says) => [event(content(says)), stop])],
  [
    'reasoning beside the content',
    stream((says) => [event(choice({ reasoning: 'Breve.', content: null })), ...events(says), stop]),
  ],
  [
    'empty events',
    stream((says) => [...events(says).flatMap((each) => [each, 'data:\n\ndata: \n\n']), stop]),
  ],
  [
    'comments',
    stream((says) => [': ping\n\n', ...events(says).flatMap((each) => [each, ':\n\n']), stop, done]),
  ],
  [
    'events that are no objects',
    stream((says) => [
      'data: ping\n\ndata: 1\n\ndata: null\n\ndata: "x"\n\n',
      ...events(says),
      'data: {\n\n',
      stop,
    ]),
  ],
  [
    'events without choices',
    stream((says) => [event({ id: 'c' }), event({ choices: null }), ...events(says), stop, event({ usage })]),
  ],
  ['carriage returns', stream((says) => [...events(says, '\r\n\r\n'), 'data: [DONE]\r\n\r\n'])],
  [
    'named events with ids',
    stream((says) => [
      'retry: 9\n\n',
      ...events(says).map((each) => `event: message\nid: 1\n${each}`),
      stop,
      done,
    ]),
  ],
  [
    'no empty lines',
    stream((says) => [...events(says, '\n'), event(choice({}, 'stop'), '\n'), 'data: [DONE]']),
  ],
  [
    'bytes cut anywhere',
    stream((says) =>
      Array.from(new TextEncoder().encode([...events(says), stop].join('')), (byte) => Uint8Array.of(byte)),
    ),
  ],
  ['no finish_reason', stream((says) => [...events(says), done])],
  ['a finish_reason and no [DONE]', stream((says) => [...events(says), stop])],
  [
    'an empty finish_reason in every event',
    stream((says) => [...says.map((text) => event(content(text, ''))), stop, event(content('', '')), done]),
  ],
  [
    'an empty finish_reason and no other',
    stream((says) => [...says.map((text) => event(content(text, ''))), done]),
  ],
  [
    'the whole message once more at the end',
    stream((says) => [...events(says), event(message({ content: says.join('') })), done]),
  ],
  ['no stream', json((text) => message({ role: 'assistant', content: text }))],
  ['no stream, in parts', json((text) => message({ content: [...thinking('Saluta.'), ...part(text)] }))],
  ['no stream and no finish_reason', json((text) => message({ content: text, reasoning: 'Breve.' }, null))],
  ['no stream, called one', json((text) => message({ content: text }), 'text/event-stream')],
  ...[
    ['<seed:think>', '</seed:think>'],
    ['<REASONING_SCRATCHPAD>', '</REASONING_SCRATCHPAD>\n'],
    ['◁think▷', '◁/think▷'],
    ['<|START_THINKING|>', '<|END_THINKING|><|START_RESPONSE|>', '<|END_RESPONSE|>'],
    ['<|begin_of_thought|>', '<|end_of_thought|>\n<|begin_of_solution|>', '<|end_of_solution|>'],
    ['<antThinking>', '</antThinking>'],
    ['<thinking><reflection>No.</reflection>', '</thinking><output>', '</output>'],
    ['<|channel>thought\n', '<channel|>'],
    ['', '', '<|im_end|>'],
    ['<think>', '</think><answer>', '</answer>'],
    ['<inner_monologue>', '</inner_monologue>'],
  ].map(
    ([open, close, after = '']) =>
      [`thoughts in ${open}`, marked(open ? `${open}Devo essere breve.${close}` : '', after)] as const,
  ),
  ['the answer in marks', marked('<answer>', '</answer>')],
];

/** What is no whole answer, and what it is taken for where the answer is only good whole. */
export const broken: readonly (readonly [name: string, dialect: Dialect, failure: string])[] = [
  ['a stream without an end', stream((says) => events(says)), 'interrupted'],
  [
    'a stream whose every finish_reason is empty',
    stream((says) => says.map((text) => event(content(text, '')))),
    'interrupted',
  ],
  ['an end and nothing before', stream(() => [done]), 'interrupted'],
  ['nothing', stream(() => []), 'interrupted'],
  [
    'half a completion',
    json((text) => JSON.stringify(message({ content: text })).slice(0, -9)),
    'interrupted',
  ],
  [
    'an unknown call',
    json(() => ({ error: 'Unexpected endpoint or method. (POST /chat/completions). Returning 200 anyway' })),
    'wrong-address',
  ],
  [
    'a page',
    () => ({ type: 'text/html', parts: ['<!doctype html>', '<title>Ciao</title>'] }),
    'wrong-address',
  ],
  [
    'a limit of requests',
    json(() => ({ error: { code: 429, message: 'Rate limit exceeded' } })),
    'rate-limited',
  ],
  [
    'an error of the kind of vLLM',
    json(() => ({ object: 'error', message: 'boom', code: 503 })),
    'unreachable',
  ],
  ['an error of no kind', json(() => ({ detail: 'boom' })), 'interrupted'],
  [
    'an error after the first words',
    stream(([first = '']) => [
      event(content(first)),
      event({ error: { code: 401, message: 'User not found.' } }),
    ]),
    'bad-key',
  ],
  [
    'an error in a choice',
    stream(() => [event({ choices: [{ error: { code: 502, message: 'no' }, finish_reason: 'error' }] })]),
    'unreachable',
  ],
  [
    'a filter',
    stream((says) => [...events(says.slice(0, -1)), event(choice({}, 'content_filter'))]),
    'interrupted',
  ],
  [
    'too few tokens',
    stream((says) => [...events(says.slice(0, -1)), event(choice({}, 'MAX_TOKENS'))]),
    'too-large',
  ],
];
