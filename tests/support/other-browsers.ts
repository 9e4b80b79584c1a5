import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort, launch } from './process.ts';

/** A browser that opens one page after the other. */
export interface OtherBrowser {
  /** Sets the window's inner width; the height is that of a laptop. */
  setWidth(pixels: number): Promise<void>;
  open(url: string): Promise<void>;
  /** @param script the body of a function of the page, which returns what JSON can carry */
  run<Value>(script: string): Promise<Value>;
  close(): Promise<void>;
}

const height = 900;
const startMs = { timeout: 30_000, interval: 200 };

/** WebKitGTK by W3C WebDriver, on a screen of its own. */
export async function startWebKit(): Promise<OtherBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-webkit-'));
  // A window as narrow as a telephone: by itself its bar of tools takes more.
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), '* { min-width: 0; padding: 0; font-size: 4px; }');
  const port = await freePort();
  const driver = launch(
    'xvfb-run',
    ['-a', '-s', '-screen 0 1600x1200x24', 'WebKitWebDriver', `--port=${port}`],
    {
      detached: true,
      env: { ...process.env, XDG_CONFIG_HOME: folder, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    },
  );
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  await vi.waitUntil(() => call('GET', '/status').then(Boolean, () => false), startMs);
  const binary = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
  const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch: options } })) as {
    sessionId: string;
  };
  const session = `/session/${sessionId}`;
  return {
    async setWidth(width) {
      await call('POST', `${session}/window/rect`, { width, height });
    },
    async open(url) {
      await call('POST', `${session}/url`, { url });
    },
    run: async <Value>(script: string) =>
      (await call('POST', `${session}/execute/sync`, { script, args: [] })) as Value,
    async close() {
      await call('DELETE', session);
      if (driver.child.pid !== undefined) process.kill(-driver.child.pid);
      await driver.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Settings = Record<string, string | number | boolean>;

/** Firefox by Marionette, its own protocol: `length:[0, id, command, parameters]` and back `length:[1, id, error, result]`. */
class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (answer: [error: unknown, result: unknown]) => void>();
  #received = Buffer.alloc(0);
  #last = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      while (this.#takeAnswer());
    });
  }

  #takeAnswer(): boolean {
    const colon = this.#received.indexOf(':');
    const end = colon + 1 + Number(this.#received.subarray(0, Math.max(colon, 0)));
    if (colon < 0 || this.#received.length < end) return false;
    const answer: unknown = JSON.parse(this.#received.toString('utf8', colon + 1, end));
    this.#received = this.#received.subarray(end);
    // Its first line is a greeting.
    if (Array.isArray(answer)) {
      const [, id, error, result] = answer as [number, number, unknown, unknown];
      this.#waiting.get(id)?.([error, result]);
    }
    return true;
  }

  async call(command: string, parameters: object = {}): Promise<{ value: unknown }> {
    this.#last += 1;
    const message = JSON.stringify([0, this.#last, command, parameters]);
    const answer = new Promise<[unknown, unknown]>((resolve) => this.#waiting.set(this.#last, resolve));
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    const [error, result] = await answer;
    if (error) throw new Error(JSON.stringify(error));
    return result as { value: unknown };
  }

  end(): void {
    this.#socket.destroy();
  }
}

/** Firefox, and what only it can be asked: its sheets. */
export interface Firefox extends OtherBrowser {
  /** Prints the open page as a reader does, into the file that {@link startFirefox} was given. */
  print(): Promise<void>;
  /** The same page as a PDF on paper of the size that it asks for. */
  pdf(): Promise<Buffer>;
}

const printer = 'print.printer_Mozilla_Save_to_PDF.print';

/** @param printed the file that it prints into @param settings as in about:config */
export async function startFirefox(printed: string, settings: Settings = {}): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'ferro-firefox-'));
  const port = await freePort();
  const all: Settings = {
    'marionette.port': port,
    'print.always_print_silent': true,
    print_printer: 'Mozilla Save to PDF',
    [`${printer}_to_file`]: true,
    [`${printer}_to_filename`]: printed,
    ...settings,
  };
  const lines = Object.entries(all).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const browser = launch(
    'firefox-esr',
    ['--marionette', '--remote-allow-system-access', '--headless', '--no-remote', '--profile', profile],
    {},
  );
  const socket = await vi.waitUntil(async () => {
    const attempt = connect(port, '127.0.0.1');
    return new Promise<Socket | undefined>((resolve) => {
      attempt.once('connect', () => resolve(attempt)).once('error', () => resolve(undefined));
    });
  }, startMs);
  const marionette = new Marionette(socket);
  await marionette.call('WebDriver:NewSession');
  const execute = async (script: string) =>
    (await marionette.call('WebDriver:ExecuteScript', { script, args: [] })).value;
  return {
    async setWidth(width) {
      await marionette.call('WebDriver:SetWindowRect', { width: Math.max(width, 600), height });
      // A window is never as narrow as a telephone; what shows the page in it is.
      await marionette.call('Marionette:SetContext', { value: 'chrome' });
      await execute(
        `const { style } = gBrowser.selectedBrowser; style.minWidth = style.maxWidth = '${width}px';`,
      );
      await marionette.call('Marionette:SetContext', { value: 'content' });
    },
    async open(url) {
      await marionette.call('WebDriver:Navigate', { url });
    },
    run: async <Value>(script: string) => (await execute(script)) as Value,
    async print() {
      await rm(printed, { force: true });
      await execute('setTimeout(print)');
      let size = 0;
      // It is written from beginning to end, and grows until then.
      await vi.waitUntil(
        async () => {
          const before = size;
          size = await stat(printed).then(
            (file) => file.size,
            () => 0,
          );
          return size > 0 && size === before;
        },
        { timeout: 90_000, interval: 2000 },
      );
    },
    async pdf() {
      return Buffer.from(String((await marionette.call('WebDriver:Print')).value), 'base64');
    },
    async close() {
      marionette.end();
      await browser.end('SIGKILL');
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const listener = `globalThis.scriptFailures ??= (() => {
  const failures = [];
  addEventListener('error', ({ message }) => failures.push(message));
  addEventListener('unhandledrejection', ({ reason }) => failures.push(String(reason)));
  return failures;
})();\n`;

/** The site with an ear in each of its scripts: what fails in the page is in its `scriptFailures`. @returns its address */
export async function overheardSite(site: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((asked, answer) => {
    const { 'accept-encoding': _, ...headers } = asked.headers;
    const passed = request(new URL(asked.url ?? '/', site), { method: asked.method, headers }, (given) => {
      const isScript = /^\/assets\/.*\.js$/.test(asked.url ?? '');
      const { 'content-length': length, ...others } = given.headers;
      answer.writeHead(given.statusCode ?? 500, isScript || length === undefined ? others : given.headers);
      if (isScript && given.statusCode === 200) answer.write(listener);
      given.pipe(answer);
    });
    asked.pipe(passed);
  });
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
