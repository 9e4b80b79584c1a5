import http from 'node:http';
import { type Call, call, type Called } from '../harness/call.ts';

/** Somebody with cookies at an address of their own, which Caddy tells the site. */
export class Caller {
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #cookies = new Map<string, string>();
  readonly #url: string;
  readonly #localAddress: string;

  constructor(port: number, address: string) {
    this.#url = `http://127.0.0.1:${port}`;
    this.#localAddress = address;
  }

  async ask(path: string, options: Call = {}): Promise<Called> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const called = await call(this.#url + path, {
      agent: this.#agent,
      localAddress: this.#localAddress,
      ...(options.body !== undefined && { method: 'POST' }),
      ...options,
      headers: { cookie, ...options.headers },
    });
    for (const line of called.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return called;
  }

  forget = () => this.#cookies.clear();
  leave = () => this.#agent.destroy();
}
