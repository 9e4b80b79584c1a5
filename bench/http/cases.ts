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
  isList?: true;
  /** Takes a hundred times as long as a read: what few answers would say is looked at for longer. */
  isSlow?: true;
}

interface Values {
  /** Cookies of a reader at level 8 with a conversation, and of the author. */
  reader: string;
  author: string;
  unlockCode: string;
  musicCode: string;
  /** A script of the built client, the largest, and the largest recording of the book, as addresses. */
  script: string;
  recording: string;
}

type More = Partial<Case>;
const isList = true;
const varies = true;

/** Every public call, the author's lists, and what is sent as files. */
export function cases({ reader, author, unlockCode, musicCode, script, recording }: Values): Case[] {
  const get = (name: string, kind: Case['kind'], path: string, more: More = {}): Case => {
    return { name, kind, path, method: 'GET', status: 200, ...more };
  };
  const post = (name: string, kind: Case['kind'], path: string, body: object, more: More = {}): Case => {
    const headers = { 'content-type': 'application/json', ...more.headers };
    return get(name, kind, path, { ...more, method: 'POST', headers, body: JSON.stringify(body) });
  };
  const br = { headers: { 'accept-encoding': 'br' } };
  const asReader = { headers: { cookie: reader } };
  const asAuthor = { headers: { cookie: author } };
  const code = { code: unlockCode };
  const chat = { message: 'Che cosa ricordi della neve al mercato?' };
  const slow = { varies, isSlow: true } as const;
  return [
    get('script, br', 'static', script, br),
    get('script, as it is', 'static', script),
    get('page, br', 'static', '/', br),
    get('page, as it is', 'static', '/codex'),
    get('range of 64 kB', 'static', recording, { headers: { range: 'bytes=65536-131071' }, status: 206 }),
    get('gallery', 'gallery', '/api/gallery-images', { isList }),
    get('health', 'read', '/api/health', { varies }),
    get('session', 'read', '/api/admin/session'),
    get('progress', 'read', '/api/user/progress', asReader),
    get('history, 20 messages', 'read', '/api/chat/history', { ...asReader, isList }),
    get('suggestions', 'read', '/api/chat/suggestions', { ...asReader, isList }),
    get('recap', 'read', '/api/chat/recap', asReader),
    get('sections (author)', 'read', '/api/sections', { ...asAuthor, isList }),
    get('codes (author)', 'read', '/api/unlock-codes', { ...asAuthor, isList }),
    post('music code, right', 'read', '/api/music-codes/validate', { code: musicCode }),
    post('music code, wrong', 'refusal', '/api/music-codes/validate', { code: 'MAISTATO' }, { status: 400 }),
    post('redeem, a new reader', 'write', '/api/redeem-code', code, { varies }),
    post('redeem, the same reader', 'write', '/api/redeem-code', code, asReader),
    post('chat, a new reader', 'write', '/api/chat', chat, slow),
    post('chat as a stream', 'write', '/api/chat', chat, {
      ...slow,
      headers: { accept: 'text/event-stream' },
    }),
  ];
}
