import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { completeHeaders } from '../../src/server/http/headers.ts';
import { builtPages } from '../../src/server/http/pages.ts';
import { createSealer } from '../../src/server/http/seal.ts';
import { codeKey } from '../../src/shared/contracts/codes.ts';
import { createFastify, type FastifyReply, type FastifyRequest } from './packages.ts';
import { benchSession } from './book.ts';
import { peerChat, withoutNulls } from './peer-chat.ts';
import { openPeerDatabase } from './peer-database.ts';

export interface PeerOptions {
  folder: string;
  port: number;
  modelUrl: string;
  key: Buffer;
}

const clientDir = path.resolve('dist/client');
const mediaDir = path.resolve('src/content/media');
const readerSeconds = 400 * 24 * 60 * 60;

const schema = (body: Record<string, object>, answer?: object) => ({
  schema: {
    body: { type: 'object', required: Object.keys(body), properties: body },
    ...(answer && { response: { 200: answer } }),
  },
});
const text = { type: 'string' };
const number = { type: 'number' };
const object = (properties: Record<string, object>) => ({ type: 'object', properties });

const json = (reply: FastifyReply) => reply.header('cache-control', 'no-store');
const refuse = (reply: FastifyReply, status: number, body: object) => json(reply).code(status).send(body);
const unauthenticated = { message: 'Accesso richiesto.', code: 'UNAUTHENTICATED' };
const wrongCode = { message: 'Codice non valido.', code: 'INVALID_CODE' };

/**
 * The same product surface as the field would write it today: Fastify with its own plugins, bodies checked and answers
 * written by JSON schema, better-sqlite3 called synchronously. Cookies are sealed as ours are.
 */
export async function servePeer({ folder, port, modelUrl, key }: PeerOptions): Promise<void> {
  const database = openPeerDatabase(folder);
  const chat = peerChat(database, modelUrl);
  const { render: page } = await builtPages(clientDir, undefined, () =>
    Promise.reject(new Error('the peer has no articles')),
  );
  const { app, cookie, files } = createFastify({ logger: false });
  app.register(cookie);
  app.register(files, {
    root: path.join(clientDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
  });
  app.register(files, { root: mediaDir, prefix: '/public-objects/', decorateReply: false, maxAge: 600_000 });

  const sample = new Response();
  completeHeaders(sample, false, false, []);
  const security = Object.fromEntries(sample.headers);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(security);
    done();
  });

  const site = { app, database, chat, ...openSessions(createSealer(key)) };
  serveReads(site);
  serveCodes(site);
  serveChat(site);

  app.get('/*', {}, async (request, reply) => {
    const { html, compressed, tag } = await page(request.url, '');
    const takes = request.headers['accept-encoding']?.includes('br') && compressed;
    if (takes) reply.header('content-encoding', 'br');
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      ...(tag && { etag: tag }),
    });
    return reply.send(Buffer.from(takes ? takes.br : html));
  });

  await app.listen({ port, host: '127.0.0.1' });
  process.send?.('ready');
}

/** Who asks, by the same sealed cookies as the site's. */
function openSessions(sealer: ReturnType<typeof createSealer>) {
  const unsealed = (request: FastifyRequest, name: string) => {
    const sealed = request.cookies[name];
    return sealed === undefined ? undefined : sealer.unseal(name, sealed);
  };
  const readerOf = (request: FastifyRequest) => unsealed(request, 'reader');
  const isAuthor = (request: FastifyRequest) => unsealed(request, 'admin') === benchSession;
  const remember = (reply: FastifyReply, id: string) =>
    reply.setCookie('reader', sealer.seal('reader', id), {
      httpOnly: true,
      path: '/',
      sameSite: 'lax',
      maxAge: readerSeconds,
    });
  return { readerOf, isAuthor, remember };
}

interface Site extends ReturnType<typeof openSessions> {
  app: ReturnType<typeof createFastify>['app'];
  database: ReturnType<typeof openPeerDatabase>;
  chat: ReturnType<typeof peerChat>;
}

function serveReads({ app, database, chat, readerOf, isAuthor }: Site): void {
  app.get('/api/health', {}, (_request, reply) =>
    json(reply).send({
      status: 'ok',
      version: '0.1.0',
      uptime: Math.floor(process.uptime()),
      store: 'open',
      mirror: 'off',
      model: 'bench',
      activeReplies: 0,
      eventLoopDelayMs: 0,
      memoryBytes: process.memoryUsage.rss(),
      disk: 'ok',
    }),
  );
  app.get('/api/gallery-images', {}, (_request, reply) =>
    json(reply).send(database.galleryImages.all().map(withoutNulls)),
  );
  app.get('/api/admin/session', {}, (request, reply) =>
    json(reply).send({ authenticated: isAuthor(request) }),
  );
  app.get('/api/user/progress', {}, (request, reply) => {
    const id = readerOf(request);
    const user = id === undefined ? undefined : database.user.get(id);
    return json(reply).send({ maxSection: user?.maxSection ?? 0, email: user?.email ?? null });
  });
  const message = object({ role: text, content: text, timestamp: text });
  const messages = object({ messages: { type: 'array', items: message } });
  app.get('/api/chat/history', { schema: { response: { 200: messages } } }, (request, reply) =>
    json(reply).send({ messages: chat.history(readerOf(request)) }),
  );
  app.get('/api/chat/suggestions', {}, (request, reply) =>
    json(reply).send({ questions: chat.suggestions(readerOf(request)) }),
  );
  app.get('/api/chat/recap', {}, (request, reply) =>
    json(reply).send({ response: chat.recap(readerOf(request)) }),
  );
  app.get('/api/sections', {}, (request, reply) =>
    isAuthor(request) ? json(reply).send(chat.book()) : refuse(reply, 401, unauthenticated),
  );
  app.get('/api/unlock-codes', {}, (request, reply) =>
    isAuthor(request)
      ? json(reply).send(database.unlockCodes.all().map(withoutNulls))
      : refuse(reply, 401, unauthenticated),
  );
}

function serveCodes({ app, database, readerOf, remember }: Site): void {
  const code = { code: { type: 'string', maxLength: 1_000 } };
  app.post('/api/music-codes/validate', schema(code), (request, reply) => {
    const track = database.musicCode.get(codeKey((request.body as { code: string }).code));
    return track ? json(reply).send(withoutNulls(track)) : refuse(reply, 400, wrongCode);
  });
  app.post('/api/redeem-code', schema(code, object({ maxSection: number })), (request, reply) => {
    const unlockCode = database.unlockCode.get(codeKey((request.body as { code: string }).code));
    if (!unlockCode) return refuse(reply, 400, wrongCode);
    const id = readerOf(request) ?? randomUUID();
    const now = new Date().toISOString();
    const user = database.user.get(id) ?? { id, maxSection: 0, email: null, createdAt: now, updatedAt: now };
    const maxSection = Math.max(user.maxSection, unlockCode.maxSection);
    database.putUser.run({ ...user, maxSection, updatedAt: now });
    remember(reply, id);
    return json(reply).send({ maxSection });
  });
}

function serveChat({ app, chat, readerOf, remember }: Site): void {
  const question = { message: { type: 'string', minLength: 1, maxLength: 2_000 } };
  app.post('/api/chat', schema(question), async (request, reply) => {
    const id = readerOf(request) ?? randomUUID();
    const events = chat.reply(id, (request.body as { message: string }).message);
    remember(reply, id);
    if (request.headers.accept !== 'text/event-stream') {
      for await (const event of events) {
        if (event.type === 'done') return json(reply).send({ response: event.response });
      }
      return refuse(reply, 502, {});
    }
    reply.hijack();
    const head = {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    };
    reply.raw.writeHead(200, head);
    for await (const event of events)
      reply.raw.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    reply.raw.end();
    return reply;
  });
}
