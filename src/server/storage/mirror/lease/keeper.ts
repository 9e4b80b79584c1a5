import { Loop } from '../loop.ts';
import { attemptsPerLease, type Lease } from './lease.ts';

/** Renews a lease that is held, until it is lost or this is stopped. */
export class LeaseKeeper {
  readonly lease: Lease;
  readonly #loop: Loop;
  #lossReported = false;
  #trouble: unknown;

  /** @param onLost called once, when another server has the lease */
  constructor(lease: Lease, durationMs: number, onLost: () => void) {
    this.lease = lease;
    const everyMs = durationMs / attemptsPerLease;
    this.#loop = new Loop({
      work: () => lease.renew(),
      everyMs,
      timeoutMs: everyMs,
      onTurn: (error) => {
        this.#trouble = error;
        if (!lease.lost || this.#lossReported) return;
        this.#lossReported = true;
        onLost();
      },
    });
  }

  /** Why the last renewal failed; `undefined` after a success. */
  get trouble(): unknown {
    return this.#trouble;
  }

  /** @param release whether to give the lease back, so that another need not wait */
  async stop(release: boolean): Promise<void> {
    await this.#loop.stop();
    if (release) await this.lease.release();
  }
}
