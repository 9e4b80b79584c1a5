import http from 'node:http';

export interface Answered {
  status: number;
  headers: http.IncomingHttpHeaders;
  ms: number;
}

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Hangs up after so many milliseconds. */
  leaveAfterMs?: number;
}

/** Somebody at an address of their own (all of 127.0.0.0/8 is this machine), which Caddy tells the site. */
export class Caller {
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #cookies = new Map<string, string>();
  readonly #port: number;
  readonly address: string;

  constructor(port: number, address: string) {
    this.#port = port;
    this.address = address;
  }

  /** @returns what was answered when it was read to its end; status 0 when nothing was */
  ask({ method = 'GET', path, headers = {}, body, leaveAfterMs }: Asked): Promise<Answered> {
    const began = performance.now();
    return new Promise((resolve) => {
      const failed = () => resolve({ status: 0, headers: {}, ms: performance.now() - began });
      const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
      const asked = http.request(
        {
          host: '127.0.0.1',
          port: this.#port,
          localAddress: this.address,
          agent: this.#agent,
          method,
          path,
          headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        },
        (response) => {
          this.#take(response.headers['set-cookie']);
          response.on('error', failed);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              ms: performance.now() - began,
            }),
          );
          response.resume();
        },
      );
      asked.on('error', failed);
      asked.setTimeout(120_000, () => asked.destroy());
      if (leaveAfterMs !== undefined) setTimeout(() => asked.destroy(), leaveAfterMs);
      asked.end(body);
    });
  }

  #take(lines: readonly string[] = []): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
  }

  forget(): void {
    this.#cookies.clear();
  }

  leave(): void {
    this.#agent.destroy();
  }
}
