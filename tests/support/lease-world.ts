import { Readable } from 'node:stream';
import { type Bucket, BucketError } from '#server/storage/bucket/types.ts';
import { Lease } from '#server/storage/mirror/lease/lease.ts';

export const durationMs = 20_000;

/** One object, changed as a bucket changes it, in a world with one true time. */
export function leaseWorld() {
  let content: Buffer | undefined;
  let version = 0;
  const state = {
    now: 1_000_000,
    /** What happens to the next put: how long it takes before and after its effect, and what becomes of it. */
    next: { before: 0, after: 0, fate: 'ok' as 'ok' | 'not sent' | 'no answer' },
  };
  const unreachable = () => new BucketError('unreachable', 'Il bucket non risponde.');
  const bucket = {
    name: 'libro',
    get: () =>
      Promise.resolve(
        content && { etag: `"${version}"`, body: Readable.from([content]), bytes: 1, sha256: '' },
      ),
    async put(_key: string, bytes: Buffer, { only }: { only?: 'absent' | { etag: string } } = {}) {
      const { before, after, fate } = state.next;
      state.now += before;
      if (fate === 'not sent') throw unreachable();
      const holds = only === 'absent' ? !content : typeof only === 'object' && only.etag === `"${version}"`;
      if (!holds) throw new BucketError('conflict', 'Qualcuno ha scritto prima.');
      content = bytes;
      version += 1;
      state.now += after;
      if (fate === 'no answer') throw unreachable();
      return { etag: `"${version}"` };
    },
  } as unknown as Bucket;

  /** @param set how far its clock on the wall has been set, in milliseconds: it may change */
  const machine = ({ rate = 1, offset = 0, fenced = true, set = { wall: 0 } } = {}) => {
    const clock = () => offset + state.now * rate;
    const clocks = { monotonic: clock, wall: () => clock() + set.wall };
    return new Lease({ bucket, durationMs, fenced, form: (etag) => etag, clocks });
  };
  return { state, machine };
}
