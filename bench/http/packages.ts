import { createRequire } from 'node:module';
import type { ServerResponse } from 'node:http';

/*
 * The parts that are used here of packages installed in bench/ only: the rest of the repository is checked without them.
 */
const fromBench = createRequire(import.meta.url);

interface Statement<Row> {
  run(...parameters: unknown[]): unknown;
  get(...parameters: unknown[]): Row | undefined;
  all(...parameters: unknown[]): Row[];
}

export interface Sqlite {
  pragma(text: string): unknown;
  exec(sql: string): unknown;
  prepare<Row>(sql: string): Statement<Row>;
  transaction<P extends unknown[]>(work: (...parameters: P) => void): (...parameters: P) => void;
  close(): void;
}

export function openSqlite(file: string): Sqlite {
  const Database = fromBench('better-sqlite3') as new (file: string) => Sqlite;
  return new Database(file);
}

export interface FastifyRequest {
  url: string;
  method: string;
  headers: Record<string, string | undefined>;
  cookies: Record<string, string | undefined>;
  body: unknown;
}

export interface FastifyReply {
  raw: ServerResponse;
  code(status: number): FastifyReply;
  header(name: string, value: string): FastifyReply;
  headers(values: Record<string, string>): FastifyReply;
  getHeaders(): Record<string, string>;
  setCookie(name: string, value: string, options: object): FastifyReply;
  sendFile(name: string, root: string, options?: object): FastifyReply;
  send(body?: unknown): FastifyReply;
  hijack(): void;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

export interface Fastify {
  register(plugin: unknown, options?: object): Fastify;
  addHook(
    name: 'onRequest',
    hook: (request: FastifyRequest, reply: FastifyReply, done: () => void) => void,
  ): Fastify;
  get(path: string, options: object, handler: Handler): Fastify;
  post(path: string, options: object, handler: Handler): Fastify;
  listen(options: { port: number; host: string }): Promise<string>;
}

/** Fastify with the plugins of its own house: cookies and static files. */
export function createFastify(options: object): { app: Fastify; cookie: unknown; files: unknown } {
  const fastify = fromBench('fastify') as (options: object) => Fastify;
  return {
    app: fastify(options),
    cookie: fromBench('@fastify/cookie') as unknown,
    files: fromBench('@fastify/static') as unknown,
  };
}

interface ShotOptions {
  url: string;
  connections: number;
  /** Seconds. */
  duration: number;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Seconds after which a request counts as lost. */
  timeout?: number;
}

interface Shooting extends PromiseLike<{ errors: number; timeouts: number; duration: number }> {
  on(
    event: 'response',
    listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
  ): this;
}

export function autocannon(options: ShotOptions): Shooting {
  return (fromBench('autocannon') as (options: ShotOptions) => Shooting)(options);
}
