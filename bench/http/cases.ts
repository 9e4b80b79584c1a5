/** One request as it is sent over and over, and what its answer must be. */
export interface Case {
  name: string;
  kind: 'static' | 'gallery' | 'read' | 'write' | 'refusal';
  method: string;
  path: string;
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** The answer changes from one time to the next: it is not compared byte by byte. */
  varies?: true;
  /** The answer is a list of more than one record. */
  list?: true;
  /** Takes a hundred times as long as a read: what few answers would say is looked at for longer. */
  slow?: true;
}

interface Known {
  /** Cookie headers of a reader at level 8 with a conversation, of one without a conversation, and of the author. */
  reader: string;
  author: string;
  unlockCode: string;
  musicCode: string;
  /** A script of the built client, the largest, and the largest recording of the book, as addresses. */
  script: string;
  recording: string;
}

const json = { 'content-type': 'application/json' };

/** Every public call, the author's lists, and what is sent as files. */
export function cases(known: Known): Case[] {
  const reader = { cookie: known.reader };
  const author = { cookie: known.author };
  const get = (
    name: string,
    kind: Case['kind'],
    path: string,
    headers?: Case['headers'],
    status = 200,
  ): Case => ({
    name,
    kind,
    method: 'GET',
    path,
    status,
    headers,
  });
  const post = (
    name: string,
    kind: Case['kind'],
    path: string,
    body: object,
    more: Partial<Case> = {},
  ): Case => ({
    name,
    kind,
    method: 'POST',
    path,
    status: 200,
    body: JSON.stringify(body),
    ...more,
    headers: { ...json, ...more.headers },
  });
  const question = { message: 'Che cosa ricordi della neve al mercato?' };
  return [
    get('script, br', 'static', known.script, { 'accept-encoding': 'br' }),
    get('script, as it is', 'static', known.script),
    get('page, br', 'static', '/', { 'accept-encoding': 'br' }),
    get('page, as it is', 'static', '/codex'),
    get('range of 64 kB', 'static', known.recording, { range: 'bytes=65536-131071' }, 206),
    { ...get('gallery', 'gallery', '/api/gallery-images'), list: true },
    { ...get('health', 'read', '/api/health'), varies: true },
    get('session', 'read', '/api/admin/session'),
    get('progress', 'read', '/api/user/progress', reader),
    { ...get('history, 20 messages', 'read', '/api/chat/history', reader), list: true },
    { ...get('suggestions', 'read', '/api/chat/suggestions', reader), list: true },
    get('recap', 'read', '/api/chat/recap', reader),
    { ...get('sections (author)', 'read', '/api/sections', author), list: true },
    { ...get('codes (author)', 'read', '/api/unlock-codes', author), list: true },
    post('music code, right', 'read', '/api/music-codes/validate', { code: known.musicCode }),
    post('music code, wrong', 'refusal', '/api/music-codes/validate', { code: 'MAISTATO' }, { status: 400 }),
    post('redeem, a new reader', 'write', '/api/redeem-code', { code: known.unlockCode }, { varies: true }),
    post(
      'redeem, the same reader',
      'write',
      '/api/redeem-code',
      { code: known.unlockCode },
      { headers: reader },
    ),
    post('chat, a new reader', 'write', '/api/chat', question, { varies: true, slow: true }),
    post('chat as a stream', 'write', '/api/chat', question, {
      varies: true,
      slow: true,
      headers: { accept: 'text/event-stream' },
    }),
  ];
}
