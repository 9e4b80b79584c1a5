import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { newCost } from '#server/features/auth/password.ts';
import type { RenderPage } from '#server/http/pages.ts';
import { readEnv } from '#server/main/env.ts';
import { openSite, type Site } from '#server/main/site.ts';
import { adminPassword } from './admin-password.ts';

/** Someone with a browser: keeps the cookies it is given and sends them back. */
export interface Person {
  cookies: Map<string, string>;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

export interface TestSite extends Site {
  folder: string;
  /** Every line that was logged, as written. */
  logged: string[];
  /** A new person, unknown to the site. */
  visitor(): Person;
  /** A person who signed in as the administrator. */
  administrator(): Promise<Person>;
  /** A reader of the demonstration book who redeemed this code. */
  reader(code: string): Promise<Person>;
  /** Ends it and leaves its folder, which `close` removes unless it was given. */
  stop(): Promise<void>;
}

interface TestSiteOptions {
  env?: Record<string, string>;
  /** An existing folder to open again; a new one otherwise. */
  folder?: string;
  renderPage?: RenderPage;
  /** The program of the encoder's thread; without it the site has no encoder. */
  encoderThread?: URL;
  /** Whether a password costs here what it costs in earnest: a fifth of a second of work, for each site and each signing in. */
  hasRealPasswordCost?: boolean;
}

const realCost = { ...newCost };
const lowCost = { N: 2, r: 8, p: 1 };

const onePage: RenderPage = () => Promise.resolve({ html: '<!doctype html><title>pagina</title>' });

/** The real site in this process, over a folder of its own; requests go through `app.request`. */
export async function openTestSite({
  env = {},
  folder,
  renderPage = onePage,
  encoderThread,
  hasRealPasswordCost = false,
}: TestSiteOptions = {}): Promise<TestSite> {
  Object.assign(newCost, hasRealPasswordCost ? realCost : lowCost);
  const root = folder ?? (await mkdtemp(join(tmpdir(), 'ferro-')));
  const logged: string[] = [];
  const settings: Record<string, string> = {
    DATA_DIR: join(root, 'data'),
    UPLOADS_DIR: join(root, 'uploads'),
    ADMIN_PASSWORD: adminPassword,
    RATE_LIMITS: 'off',
    DEMO_CODES: 'published',
    LOG_LEVEL: 'debug',
    ...env,
  };
  // `npm test` runs some of the tests once more over another book than the demonstration: see docs/decisions/025.
  const hasSecondBook = process.env.TEST_BOOK === 'second' && settings.DEMO !== 'off';
  if (hasSecondBook) await bringSecondBook(settings);
  const site = await openSite(readEnv({ ...settings, ...(hasSecondBook && { DEMO: 'off' }) }), {
    log: capture(logged),
    renderPage,
    encoderThread,
    clientDir: join(root, 'client'),
  });

  /** Who reads no more than an answer's status has left its file open: read to its end it closes, cancelled unread it does not. */
  const files: Response[] = [];
  const visitor = (): Person => {
    const cookies = new Map<string, string>();
    return {
      cookies,
      async request(method, path, body, headers = {}) {
        const encoded = body === undefined ? undefined : await encodeBody(body);
        const response = await site.app.request(`http://ferro.test${path}`, {
          method,
          headers: {
            host: 'ferro.test',
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            ...(encoded && { 'content-type': encoded.type }),
            ...headers,
          },
          ...(encoded && { body: encoded.bytes }),
        });
        for (const line of response.headers.getSetCookie()) keep(cookies, line);
        if (response.headers.has('content-length')) files.push(response);
        return response;
      },
    };
  };
  const signedIn = async (path: string, body: unknown) => {
    const person = visitor();
    const response = await person.request('POST', path, body);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return person;
  };

  return {
    ...site,
    folder: root,
    logged,
    visitor,
    administrator: () => signedIn('/api/admin/login', { password: adminPassword }),
    reader: (code) => signedIn('/api/redeem-code', { code }),
    stop: () => site.close(),
    async close() {
      for (const response of files) if (!response.bodyUsed) await response.arrayBuffer();
      await site.close();
      if (folder === undefined) await rm(root, { recursive: true, force: true });
    },
  };
}

/** Begins a site that has nothing yet as a copy of the one that second-book.ts prepared. */
async function bringSecondBook({ DATA_DIR = '', UPLOADS_DIR = '' }: Record<string, string>): Promise<void> {
  const prepared = process.env.SECOND_BOOK_FOLDER ?? '';
  if (existsSync(DATA_DIR)) return;
  await cp(join(prepared, 'data'), DATA_DIR, { recursive: true });
  await cp(join(prepared, 'uploads'), UPLOADS_DIR, { recursive: true });
}

/**
 * A body and its type, whole: undici goes on writing a `FormData` that the site has cancelled unread, and on Node 24 that is
 * an unhandled rejection.
 */
async function encodeBody(body: unknown): Promise<{ type: string; bytes: string | ArrayBuffer }> {
  if (!(body instanceof FormData)) {
    return { type: 'application/json', bytes: typeof body === 'string' ? body : JSON.stringify(body) };
  }
  const response = new Response(body);
  return { type: response.headers.get('content-type') ?? '', bytes: await response.arrayBuffer() };
}

function capture(lines: string[]): Logger {
  return pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  if (/max-age=0\b/i.test(line) || value === '') cookies.delete(name);
  else cookies.set(name, value);
}
