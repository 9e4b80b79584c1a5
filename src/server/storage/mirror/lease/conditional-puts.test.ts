import { expect, test } from 'vitest';
import { type Bucket, BucketError, type BucketFailure, type PutOptions } from '../../bucket/types.ts';
import { findConditionForm } from './conditional-puts.ts';

interface Kind {
  /** Whether conditions are looked at; otherwise every put succeeds. */
  obeys?: ('absent' | 'etag')[];
  /** Compares etags without their quotes. */
  bare?: boolean;
  /** What a condition that does not hold is answered with. */
  refusal?: BucketFailure;
  /** Fails every put with this. */
  failure?: BucketFailure;
}

function bucketThat({ obeys = ['absent', 'etag'], bare = false, refusal = 'conflict', failure }: Kind) {
  const state = { objects: new Map<string, string>(), removed: 0 };
  let version = 0;
  const bucket: Pick<Bucket, 'put' | 'remove'> = {
    put(key, _content, { only }: PutOptions = {}) {
      if (failure) return Promise.reject(new BucketError(failure, ''));
      const stored = state.objects.get(key);
      const wanted = typeof only === 'object' ? only.etag : undefined;
      const isRefused =
        (only === 'absent' && obeys.includes('absent') && stored !== undefined) ||
        (wanted !== undefined &&
          obeys.includes('etag') &&
          wanted !== (bare ? stored?.replaceAll('"', '') : stored));
      if (isRefused) return Promise.reject(new BucketError(refusal, ''));
      const etag = `"${++version}"`;
      state.objects.set(key, etag);
      return Promise.resolve({ etag });
    },
    remove(key) {
      state.removed += 1;
      state.objects.delete(key);
      return Promise.resolve();
    },
  };
  return { bucket: bucket as Bucket, state };
}

test.each<[string, Kind, string | undefined]>([
  ['obeys both conditions', {}, '"7"'],
  ['compares with bare etags, as Ceph does', { bare: true }, '7'],
  ['answers a condition that does not hold with 404', { refusal: 'missing' }, '"7"'],
  ['ignores both', { obeys: [] }, undefined],
  ['ignores If-None-Match', { obeys: ['etag'] }, undefined],
  ['ignores If-Match: a second put with the same etag succeeds', { obeys: ['absent'] }, undefined],
  ['knows no conditions and says so', { failure: 'unknown' }, undefined],
])('a bucket that %s', async (_, kind, written) => {
  const { bucket, state } = bucketThat(kind);
  const form = await findConditionForm(bucket);
  expect(form?.('"7"')).toBe(written);
  expect([state.objects.size, state.removed]).toEqual([0, 1]);
});

test.each<BucketFailure>(['unreachable', 'refused', 'no-bucket'])(
  'one that is %s has told nothing of its conditions',
  async (failure) => {
    await expect(findConditionForm(bucketThat({ failure }).bucket)).rejects.toMatchObject({ failure });
  },
);
