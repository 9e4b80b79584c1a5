import { createHash } from 'node:crypto';

/** All that happened in a life, as one digest, and its last lines to be read. */
export class Trace {
  readonly last: string[] = [];
  readonly #digest = createHash('sha256');
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(what: string, text = ''): void {
    const line = `${new Date(this.#now()).toISOString()} ${what} ${text}`;
    this.#digest.update(`${line}\n`);
    this.last.push(line.length > 900 ? `${line.slice(0, 900)}…` : line);
    if (this.last.length > 400) this.last.shift();
  }

  digest(): string {
    return this.#digest.copy().digest('hex').slice(0, 16);
  }
}
