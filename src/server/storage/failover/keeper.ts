import { type Lease, looksPerLease } from './lease.ts';
import { Loop } from '../mirror/loop.ts';

/** Renews a lease that is held, until it is lost or this is stopped. */
export class LeaseKeeper {
  readonly lease: Lease;
  readonly #loop: Loop;
  #told = false;
  #trouble: unknown;

  /** @param onLost told once, when somebody else has the lease */
  constructor(lease: Lease, durationMs: number, onLost: () => void) {
    this.lease = lease;
    const everyMs = durationMs / looksPerLease;
    this.#loop = new Loop({
      work: () => lease.renew(),
      everyMs,
      patienceMs: everyMs,
      onTurn: (error) => {
        this.#trouble = error;
        if (!lease.lost || this.#told) return;
        this.#told = true;
        onLost();
      },
    });
  }

  /** Why the last renewal did not succeed. */
  get trouble(): unknown {
    return this.#trouble;
  }

  /** @param release whether to give the lease back, so that another need not wait */
  async stop(release: boolean): Promise<void> {
    await this.#loop.stop();
    if (release) await this.lease.release();
  }
}
