import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type Bucket, BucketError } from '../../bucket/types.ts';
import { leaseKey } from '../layout.ts';
import type { ConditionForm } from './conditional-puts.ts';

const leaseNote = z.object({
  epoch: z.number().int().min(1),
  holder: z.string(),
  /** Of this very put: tells one that succeeded without an answer from an older one that was late. */
  nonce: z.string(),
  /** Whether the holder stops writing by itself when it cannot renew: only then may another take its place. */
  fenced: z.boolean(),
  released: z.boolean(),
});

type LeaseNote = z.infer<typeof leaseNote>;

interface LeaseOptions {
  bucket: Bucket;
  /** For how long a renewal holds. */
  durationMs: number;
  fenced: boolean;
  /** How this bucket wants its conditions; see `findConditionForm`. */
  form: ConditionForm;
  /** Two clocks, since a machine that is suspended may stop one of them: whichever says "too late" is believed. */
  clocks?: { monotonic(): number; wall(): number };
}

/** The holder stops when this part of the time is over: clocks that run a quarter too slow are still safe. */
const safePart = 0.75;

/** How often both the holder renews and the others look, within one duration. */
export const attemptsPerLease = 6;

const realClocks = { monotonic: () => performance.now(), wall: () => Date.now() };

/**
 * The right to write in the bucket: one object, changed only by conditional puts, so two can never have it.
 *
 * No two machines' clocks are compared. The holder counts from before it sent its last renewal that succeeded; the others
 * count, by their own clock, from when they first saw that renewal, which is later; they wait the whole duration, the holder
 * stops after three quarters of it. A holder that slept finds the time over before it accepts the next write.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #clocks: NonNullable<LeaseOptions['clocks']>;
  readonly #holder = randomUUID();
  #own: { note: LeaseNote; etag: string } | undefined;
  /** When the last renewal that succeeded was sent. */
  #since = { monotonic: -Infinity, wall: -Infinity };
  #seen: { etag: string; at: number } | undefined;
  #lost = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#clocks = options.clocks ?? realClocks;
  }

  /** 0 while it has never been had. */
  get epoch(): number {
    return this.#own?.note.epoch ?? 0;
  }

  /** Somebody else has taken it: it does not come back. */
  get lost(): boolean {
    return this.#lost;
  }

  /** Whether writing is allowed now. */
  get valid(): boolean {
    if (!this.#own || this.#lost) return false;
    const { durationMs } = this.#options;
    const { monotonic, wall } = this.#now();
    const passed = Math.max(monotonic - this.#since.monotonic, wall - this.#since.wall);
    return passed < durationMs * safePart;
  }

  /** Looks once, and takes the lease when it is free, given back, or was not renewed while we watched. @throws BucketError */
  async acquire(): Promise<boolean> {
    const { bucket, durationMs, fenced } = this.#options;
    const found = await this.#read();
    const wanted = { holder: this.#holder, nonce: '', fenced, released: false };
    if (!found) return this.#put({ ...wanted, epoch: 1 }, undefined);
    const { note, etag } = found;
    if (!note.released) {
      if (this.#seen?.etag !== etag) this.#seen = { etag, at: this.#clocks.monotonic() };
      if (this.#clocks.monotonic() - this.#seen.at < durationMs) return false;
      if (fenced && !note.fenced) {
        throw new BucketError(
          'conflict',
          `Il bucket ${bucket.name} è di una macchina avviata senza FAILOVER=on, che potrebbe scrivere ancora. Se è accesa, ` +
            'riavviala con FAILOVER=on. Se si è fermata di colpo, o era questa: avvia il sito una volta senza FAILOVER, ' +
            'aspetta che la scheda Backup dica «Tutto è al sicuro», fermalo e riavvia con FAILOVER=on.',
        );
      }
    }
    return this.#put({ ...wanted, epoch: note.epoch + 1 }, etag);
  }

  /** @throws BucketError when it is not known whether it succeeded, and `conflict` when the lease is lost */
  async renew(): Promise<void> {
    const own = this.#own;
    if (!own || this.#lost) throw lostLease();
    const { note, etag } = own;
    if (await this.#put(note, etag)) return;
    throw lostLease();
  }

  /** Gives it back, so that nobody waits. */
  async release(): Promise<void> {
    if (!this.#own || this.#lost) return;
    const { note, etag } = this.#own;
    this.#own = undefined;
    await this.#write({ ...note, nonce: randomUUID(), released: true }, etag).catch(() => undefined);
  }

  async #put(wanted: LeaseNote, etag: string | undefined): Promise<boolean> {
    const note = { ...wanted, nonce: randomUUID() };
    const sent = this.#now();
    let written: string | undefined;
    let failure: unknown;
    try {
      written = await this.#write(note, etag);
    } catch (error) {
      failure = error;
      // Whether it took effect, the answer does not say: a lost answer looks like a lost race.
      const found = await this.#read();
      const isOurs = found?.note.holder === this.#holder;
      if (isOurs && found.note.nonce === note.nonce) written = found.etag;
      else if (isOurs) this.#own = found;
      else if (this.#own) this.#lost = true;
    }
    if (written === undefined) {
      if (this.#lost || (failure instanceof BucketError && failure.failure === 'conflict')) return false;
      throw failure;
    }
    this.#own = { note, etag: written };
    this.#since = sent;
    return true;
  }

  async #write(note: LeaseNote, etag: string | undefined): Promise<string> {
    const { bucket, form } = this.#options;
    const only = etag === undefined ? 'absent' : { etag: form(etag) };
    // Each content is another, so each has an etag of its own.
    return (await bucket.put(leaseKey, Buffer.from(JSON.stringify(note)), { only })).etag;
  }

  async #read(): Promise<{ note: LeaseNote; etag: string } | undefined> {
    const found = await this.#options.bucket.get(leaseKey);
    if (!found) return undefined;
    const note = leaseNote.safeParse(JSON.parse((await buffer(found.body)).toString())).data;
    if (!note) throw new BucketError('damaged', `Nel bucket ${leaseKey} non si legge: cancellalo e riavvia.`);
    return { note, etag: found.etag };
  }

  #now(): { monotonic: number; wall: number } {
    return { monotonic: this.#clocks.monotonic(), wall: this.#clocks.wall() };
  }
}

function lostLease(): BucketError {
  return new BucketError('conflict', 'Un’altra macchina ha preso il posto di questa e scrive nel bucket.');
}
