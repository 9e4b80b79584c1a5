import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { type EntityKind, type Entity, type Entry, keyOf, Ledger, type Reader } from './ledger.ts';
import { Refused, Visitor } from './visitor.ts';

const levels = 9;
const codeOf = (level: number) => `livello-${level}`;
const pauseAfterRefusalMs = 5;
const longestRoundMs = 10_000;
/** A writer that has this many sections or codes deletes the oldest: the lists stay short. */
const keptOfEach = 2;

export interface WritersOptions {
  url: () => string;
  /** Pictures are uploaded too. */
  uploads?: boolean;
  /** A refusal promises that nothing was written; not so after an I/O error, when nobody can know. */
  refusalsChangeNothing?: boolean;
}

/** Readers and the author, all writing at once, and the ledger of what they were promised. */
export class Writers {
  readonly ledger = new Ledger();
  readonly author: Visitor;
  readonly #options: WritersOptions;
  #stopped = false;
  #powerGone = false;
  /** Numbers above those that a reader's code opens. */
  #number = 1_000;

  constructor(options: WritersOptions) {
    this.#options = options;
    this.author = new Visitor(options.url);
  }

  /** Signs in, and writes the story and the codes that the readers will need. */
  async prepare(password: string): Promise<void> {
    await this.author.fetch('POST', '/api/admin/login', { password });
    for (let level = 1; level <= levels; level++) {
      const content = `La neve cadeva sul binario ${level}. Il mercato era vuoto, la radio taceva.`;
      await this.#create('sections', { sectionNumber: level, title: `Sezione ${level}`, content });
      await this.#create('unlock-codes', { code: codeOf(level), maxSection: level });
    }
  }

  /** Writes with so many at once, until `stop` or until the connection breaks. */
  async run(count: number): Promise<void> {
    this.#stopped = false;
    this.#powerGone = false;
    await Promise.all(Array.from({ length: count }, (_, index) => this.#writer(index)));
  }

  /** Resolves after a chance number of acknowledged writes, or after some seconds of none. */
  async chanceMoment(most: number): Promise<void> {
    const wanted = this.ledger.acknowledged + Math.ceil(Math.random() * most);
    const end = performance.now() + longestRoundMs;
    while (this.ledger.acknowledged < wanted && performance.now() < end) await delay(1 + Math.random() * 10);
  }

  /**
   * From here on no answer is a promise any more: the power is gone, and only the method keeps the server alive a moment longer.
   * The kernel lets an fdatasync that is under way while a file system shuts down succeed though nothing of it is kept: a bare
   * append by one process shows the same, one write of each process; none answered before the call was seen.
   */
  powerGone(): void {
    this.#powerGone = true;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** What was asked stays pending when the answer came too late to be one. */
  #mustHavePower(): void {
    if (this.#powerGone) throw new Error('answered after the power was gone');
  }

  async #writer(index: number): Promise<void> {
    let reader: Reader | undefined;
    const own: Record<EntityKind, Entry[]> = { sections: [], 'unlock-codes': [] };
    const steps = [
      async () => (reader = await this.#redeem()),
      () => this.#edit('unlock-codes', own['unlock-codes']),
      async () => reader && this.#raise(reader),
      async () => (reader = await this.#redeem()),
      async () => reader && this.#chat(reader),
      () => this.#edit('unlock-codes', own['unlock-codes']),
      // An edited section costs the guard of the chat a new index: a few writers only, or nothing else would be measured.
      ...(index % 16 === 0 ? [() => this.#edit('sections', own.sections)] : []),
      ...(this.#options.uploads && index % 8 === 1 ? [() => this.#upload()] : []),
    ];
    for (let turn = index; !this.#stopped; turn++) {
      try {
        await steps[turn % steps.length]?.();
      } catch (error) {
        // The connection broke or the power is gone: there is nobody to go on with.
        if (!(error instanceof Refused)) return;
        this.ledger.refused++;
        if (error.status !== 503)
          this.ledger.unexpected.push(`${error.status} ${error.message.slice(0, 160)}`);
        await delay(pauseAfterRefusalMs);
      }
    }
  }

  /** Someone new, with a code. */
  async #redeem(): Promise<Reader> {
    const { ledger } = this;
    const visitor = new Visitor(this.#options.url);
    const level = 1 + Math.floor(Math.random() * levels);
    ledger.lostRedeems++;
    try {
      await visitor.fetch('POST', '/api/redeem-code', { code: codeOf(level) });
    } catch (error) {
      if (error instanceof Refused && this.#options.refusalsChangeNothing) ledger.lostRedeems--;
      throw error;
    }
    if (this.#powerGone) ledger.late.push({ visitor, level });
    this.#mustHavePower();
    ledger.lostRedeems--;
    ledger.acknowledged++;
    const reader: Reader = { visitor, level, pendingLevel: level, said: [], pending: undefined };
    ledger.readers.push(reader);
    return reader;
  }

  /** A reader goes on in the book. */
  async #raise(reader: Reader): Promise<void> {
    reader.pendingLevel = Math.min(reader.level + 1, levels);
    await this.#promised(
      () => reader.visitor.fetch('POST', '/api/redeem-code', { code: codeOf(reader.pendingLevel) }),
      () => (reader.pendingLevel = reader.level),
    );
    reader.level = reader.pendingLevel;
  }

  async #chat(reader: Reader): Promise<void> {
    // A question without a reply may stand in the history or not: from there on it is another reader's turn.
    if (reader.pending !== undefined) return;
    const message = `Che cosa ricordi del mercato? (${randomUUID()})`;
    reader.pending = message;
    const { response } = await reader.visitor.json<{ response: string }>('POST', '/api/chat', { message });
    this.#mustHavePower();
    this.ledger.acknowledged++;
    reader.pending = undefined;
    reader.said.push(message, response);
  }

  async #edit(kind: EntityKind, own: Entry[]): Promise<void> {
    const oldest = own[0];
    if (oldest?.promised && own.length >= keptOfEach) {
      own.shift();
      await this.#delete(oldest, oldest.promised);
    } else if (oldest?.promised && Math.random() < 0.5) {
      await this.#update(oldest, oldest.promised);
    } else {
      const number = this.#number++;
      const fields =
        kind === 'sections'
          ? { sectionNumber: number, title: `Bozza ${number}`, content: longText(number) }
          : { code: `codice-${number}`, maxSection: number, label: `Copia ${number}` };
      own.push(await this.#create(kind, fields));
    }
  }

  async #create(kind: EntityKind, fields: Record<string, unknown>): Promise<Entry> {
    const entry = this.ledger.entry(kind, keyOf(kind, fields));
    entry.pending = { type: 'create', fields };
    entry.promised = await this.#promised(
      () => this.author.json<Entity>('POST', `/api/${kind}`, fields),
      () => (entry.pending = undefined),
    );
    entry.pending = undefined;
    return entry;
  }

  async #update(entry: Entry, { id }: Entity): Promise<void> {
    const fields =
      entry.kind === 'sections' ? { title: `Titolo ${randomUUID()}` } : { label: `Nota ${randomUUID()}` };
    entry.pending = { type: 'update', fields };
    entry.promised = await this.#promised(
      () => this.author.json<Entity>('PATCH', `/api/${entry.kind}/${id}`, fields),
      () => (entry.pending = undefined),
    );
    entry.pending = undefined;
  }

  async #delete(entry: Entry, { id }: Entity): Promise<void> {
    entry.pending = { type: 'delete' };
    await this.#promised(
      () => this.author.json('DELETE', `/api/${entry.kind}/${id}`),
      () => (entry.pending = undefined),
    );
    entry.promised = undefined;
    entry.pending = undefined;
  }

  async #upload(): Promise<void> {
    const pixels = crypto.getRandomValues(new Uint8Array(16 * 16 * 3));
    const picture = sharp(pixels, { raw: { width: 16, height: 16, channels: 3 } });
    const bytes = new Uint8Array(await picture.png().toBuffer());
    const form = new FormData();
    form.set('file', new Blob([bytes]), 'neve.png');
    const { url } = await this.author.json<{ url: string }>('POST', '/api/admin/uploads', form);
    this.#mustHavePower();
    this.ledger.acknowledged++;
    this.ledger.uploads.push({ url, bytes });
  }

  /** One write; `takeBack` when it was refused and a refusal means that nothing happened. */
  async #promised<T>(write: () => Promise<T>, takeBack: () => void): Promise<T> {
    try {
      const answer = await write();
      this.#mustHavePower();
      this.ledger.acknowledged++;
      return answer;
    } catch (error) {
      if (error instanceof Refused && this.#options.refusalsChangeNothing) takeBack();
      throw error;
    }
  }
}

/** Between one and four kilobytes, so that a line of the journal spans sectors and sometimes pages. */
function longText(number: number): string {
  return `Neve ${number}. `.repeat(80 + Math.floor(Math.random() * 250)).trim();
}
