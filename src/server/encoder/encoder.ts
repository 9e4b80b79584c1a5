import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import manifest from './model/manifest.json';
import type { LoadFailure, ThreadAnswer, ThreadData, ThreadJob } from './thread.mjs';
import type { Encoder, TextKind } from './types.ts';

/** The encoder as the site itself sees it: it also turns the author's texts into vectors. */
export interface TextEncoder extends Encoder {
  /** After every message that waits; long texts are cut. Undefined where the encoder does not work. */
  encodeText(kind: TextKind, text: string): Promise<Float32Array | undefined>;
}

interface EncoderOptions {
  /** The thread's program. */
  script: URL;
  /** Where the model's files are. */
  folder: string;
  /** What is subtracted from each vector; `undefined` when the shipped vectors, which carry it, cannot be read. */
  mean: Float32Array | undefined;
  /** Told once why there is no encoder, in Italian. */
  onFailure?: (sentence: string) => void;
}

/** What is encoded of a text at once: 64 pieces take 15 ms, 160 take 40. */
const mostPieces = { message: 64, text: 96 } as const;
const longestWaitMs = 2_000;
const longestEndMs = 5_000;

const without = 'Il personaggio sceglie che cosa dire dalle parole, e non dal senso:';
const sentences = {
  files: `${without} i file del codificatore mancano o sono guasti. Installa di nuovo il sito.`,
  native: `${without} il codificatore non parte su questa macchina.`,
  died: `${without} il codificatore si è fermato due volte. Riavvia il sito.`,
} satisfies Record<LoadFailure | 'died', string>;

interface Job extends ThreadJob {
  isMessage: boolean;
  resolve(vector?: Float32Array): void;
}

/** One thread that is started by the first text, and once more if it dies; one text at a time, readers' messages first. */
class ThreadEncoder implements TextEncoder {
  readonly #options: EncoderOptions & { mean: Float32Array };
  #failure: string | undefined;
  #worker: Worker | undefined;
  #isReady = false;
  #deaths = 0;
  #isClosed = false;
  #current: Job | undefined;
  #waiting: Job[] = [];

  constructor(options: EncoderOptions & { mean: Float32Array }) {
    this.#options = options;
  }

  get failure(): string | undefined {
    return this.#failure;
  }

  encodeMessage(text: string): Promise<Float32Array | undefined> {
    return new Promise((resolve) => {
      const job: Job = {
        kind: 'query',
        text,
        pieces: mostPieces.message,
        isMessage: true,
        resolve(vector) {
          clearTimeout(timer);
          resolve(vector);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== job);
        resolve(undefined);
      }, longestWaitMs);
      this.#add(job);
    });
  }

  encodeText(kind: TextKind, text: string): Promise<Float32Array | undefined> {
    return new Promise((resolve) =>
      this.#add({ kind, text, pieces: mostPieces.text, isMessage: false, resolve }),
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#giveUp();
    const worker = this.#worker;
    if (!worker) return;
    // A thread that is ended from outside while the runtime works takes the whole process with it: it ends by itself.
    // Until it has, it alone keeps the process from ending before the rest is closed.
    worker.ref();
    worker.postMessage('end');
    await once(worker, 'exit', { signal: AbortSignal.timeout(longestEndMs) }).catch(() => undefined);
  }

  #add(job: Job): void {
    if (this.#failure !== undefined || this.#isClosed) return job.resolve();
    const firstText = this.#waiting.findIndex(({ isMessage }) => !isMessage);
    const at = job.isMessage && firstText >= 0 ? firstText : this.#waiting.length;
    this.#waiting.splice(at, 0, job);
    this.#worker ??= this.#start();
    this.#sendNext();
  }

  #start(): Worker {
    const { script, folder, mean } = this.#options;
    const workerData: ThreadData = { folder, files: manifest.files, mean };
    // Of the site's settings, its keys among them, the thread needs none.
    const worker = new Worker(script, { workerData, env: {} });
    worker.unref();
    worker.on('message', (answer: ThreadAnswer) => this.#take(answer));
    // What it died of is a matter of the machine; an unheard error would end the site.
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#onExit());
    return worker;
  }

  #sendNext(): void {
    if (!this.#isReady || this.#current) return;
    this.#current = this.#waiting.shift();
    if (!this.#current) return;
    const { kind, text, pieces } = this.#current;
    this.#worker?.postMessage({ kind, text, pieces } satisfies ThreadJob);
  }

  #take(answer: ThreadAnswer): void {
    if ('failure' in answer) return this.#fail(sentences[answer.failure]);
    if ('ready' in answer) this.#isReady = true;
    else {
      this.#current?.resolve(answer.vector);
      this.#current = undefined;
    }
    this.#sendNext();
  }

  #onExit(): void {
    this.#worker = undefined;
    this.#isReady = false;
    if (this.#isClosed || this.#failure !== undefined) return;
    this.#deaths += 1;
    if (this.#deaths > 1) return this.#fail(sentences.died);
    // A message goes without; the author's text is tried again.
    if (this.#current?.isMessage) this.#current.resolve();
    else if (this.#current) this.#waiting.push(this.#current);
    this.#current = undefined;
    this.#worker = this.#start();
  }

  #fail(sentence: string): void {
    this.#failure = sentence;
    this.#options.onFailure?.(sentence);
    this.#giveUp();
  }

  #giveUp(): void {
    for (const job of [this.#current, ...this.#waiting]) job?.resolve();
    this.#current = undefined;
    this.#waiting = [];
  }
}

/** A site without an encoder, and why. */
export const noEncoder = (failure: string): TextEncoder => ({
  failure,
  encodeMessage: () => Promise.resolve(undefined),
  encodeText: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
});

/** The encoder over the model's files, whose lengths are looked at now and whose bytes when it is first asked for a vector. */
export async function openEncoder(options: EncoderOptions): Promise<TextEncoder> {
  const { folder, mean, onFailure } = options;
  const lengths = Object.entries(manifest.files).map(async ([name, { bytes }]) => {
    const { size } = await stat(join(folder, name));
    return size === bytes;
  });
  const areThere = (await Promise.all(lengths).catch(() => [false])).every(Boolean);
  if (areThere && mean) return new ThreadEncoder({ ...options, mean });
  onFailure?.(sentences.files);
  return noEncoder(sentences.files);
}
