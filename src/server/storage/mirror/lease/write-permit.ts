import { BucketError, type BucketSettings } from '../../bucket/types.ts';
import { holdLease, leaseLostError } from './hold-lease.ts';
import type { LeaseKeeper } from './keeper.ts';

export interface WritePermitOptions {
  settings: BucketSettings;
  bucketName: string;
  leaseMs: number;
  /** A lease that is held already; without it one is acquired in the background. */
  keeper: LeaseKeeper | undefined;
  onGranted: () => void;
  /** The bucket has no conditional puts. */
  onUnguarded: () => void;
  /** What every attempt to acquire or renew ended with: `undefined` for a success. */
  onAttempt: (error: unknown) => void;
}

/** Whether this server may write in the bucket now. */
export class WritePermit {
  readonly #bucketName: string;
  readonly #acquiring: { stop(): Promise<void> } | undefined;
  #keeper: LeaseKeeper | undefined;
  /** Without conditional puts two servers on one bucket cannot be told apart: each is let through. */
  #unguarded = false;

  constructor({ settings, bucketName, leaseMs, keeper, ...on }: WritePermitOptions) {
    this.#bucketName = bucketName;
    this.#keeper = keeper;
    if (keeper) return;
    this.#acquiring = holdLease(settings, leaseMs, false, {
      onHeld: (held) => {
        this.#keeper = held;
        on.onGranted();
      },
      onUnguarded: () => {
        this.#unguarded = true;
        on.onUnguarded();
        on.onGranted();
      },
      onAttempt: on.onAttempt,
    });
  }

  /** Whether it was ever granted: the lease may be over since. */
  get granted(): boolean {
    return this.#unguarded || this.#keeper !== undefined;
  }

  get lost(): boolean {
    return this.#keeper?.lease.lost ?? false;
  }

  get valid(): boolean {
    return this.#keeper?.lease.valid ?? false;
  }

  /** The lease's epoch, 0 where there is none. @throws BucketError when another server may write in the bucket */
  epoch(): number {
    if (this.#unguarded) return 0;
    if (this.#keeper && this.valid) return this.#keeper.lease.epoch;
    if (this.lost) throw leaseLostError();
    if (this.#keeper?.trouble instanceof BucketError) throw this.#keeper.trouble;
    throw new BucketError('unreachable', `Il bucket ${this.#bucketName} non risponde.`);
  }

  /** Makes no further attempt to acquire the lease. */
  async stopAcquiring(): Promise<void> {
    await this.#acquiring?.stop();
  }

  async release(): Promise<void> {
    await this.#keeper?.stop(true);
  }
}
