import http from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** An answer that is not what was asked for, with its status and sentence. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;

  constructor(status: number, body: string) {
    super(body);
    this.status = status;
  }
}

/** Somebody with a browser: keeps the cookies it is given and sends them back. */
export class Visitor {
  /** Where the site is now: it comes back at another port. */
  readonly #url: () => string;
  #cookies = new Map<string, string>();

  constructor(url: () => string) {
    this.#url = url;
  }

  /** The same person, cookies and all, at another address. */
  at(url: () => string): Visitor {
    const other = new Visitor(url);
    other.#cookies = this.#cookies;
    return other;
  }

  get #cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** @throws Refused on an answer that is not a success; TypeError when the connection breaks */
  async fetch(method: string, path: string, body?: unknown): Promise<Response> {
    const form = body instanceof FormData;
    const response = await fetch(this.#url() + path, {
      method,
      headers: {
        cookie: this.#cookie,
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Refused(response.status, await response.text());
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** A body that is made while it is sent; only the status of the answer is told. */
  send(
    method: string,
    path: string,
    request: { headers: Record<string, string>; body: () => AsyncIterable<Uint8Array> },
  ): Promise<{ status: number }> {
    return new Promise((resolve, reject) => {
      const headers = { ...request.headers, cookie: this.#cookie };
      const sending = http.request(this.#url() + path, { method, headers, agent: false });
      let answered = false;
      sending.once('response', (response) => {
        answered = true;
        response.resume().once('close', () => resolve({ status: response.statusCode ?? 0 }));
      });
      // A refusal may come, and the connection close, before all is sent.
      sending.on('error', (error) => answered || setTimeout(() => answered || reject(error), 500));
      pipeline(Readable.from(request.body()), sending).catch(() => undefined);
    });
  }

  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.fetch(method, path, body);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }
}
