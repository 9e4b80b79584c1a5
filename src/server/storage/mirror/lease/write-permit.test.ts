import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type S3Double, startS3Double } from '#tests/support/s3-double.ts';
import { bucketAt } from '#tests/support/buckets.ts';
import { BucketError } from '../../bucket/types.ts';
import type { LeaseKeeper } from './keeper.ts';
import { Lease } from './lease.ts';
import { WritePermit, type WritePermitOptions } from './write-permit.ts';

let double: S3Double;
const permits: WritePermit[] = [];

beforeEach(async () => {
  double = await startS3Double();
});
afterEach(async () => {
  for (const permit of permits.splice(0)) {
    await permit.stopAcquiring();
    await permit.release();
  }
  await double.close();
});

function openPermit(options: Partial<WritePermitOptions> = {}) {
  const on = { onGranted: vi.fn(), onUnguarded: vi.fn(), onAttempt: vi.fn() };
  const settings = {
    endpoint: double.url,
    region: 'us-east-1',
    bucket: double.bucket,
    prefix: '',
    ...double.keys,
  };
  const permit = new WritePermit({
    settings,
    bucketName: 'libro/uno',
    leaseMs: 3_000,
    keeper: undefined,
    ...on,
    ...options,
  });
  permits.push(permit);
  return { permit, ...on };
}

test('before the lease is held nothing may be written, and the sentence names the bucket', async () => {
  double.fault = () => 503;
  const { permit, onAttempt } = openPermit();
  await vi.waitFor(() => expect(onAttempt).toHaveBeenCalled());
  expect([permit.granted, permit.valid, permit.lost]).toEqual([false, false, false]);
  expect(() => permit.epoch()).toThrow('Il bucket libro/uno non risponde.');
});

test('the lease grants it, with its epoch', async () => {
  const { permit, onGranted, onUnguarded } = openPermit();
  await vi.waitFor(() => expect(onGranted).toHaveBeenCalledTimes(1));
  expect([permit.granted, permit.valid, permit.epoch()]).toEqual([true, true, 1]);
  expect(onUnguarded).not.toHaveBeenCalled();
  await permit.release();
  await permit.stopAcquiring();
  const next = openPermit();
  await vi.waitFor(() => expect(next.onGranted).toHaveBeenCalledTimes(1));
  expect(next.permit.epoch()).toBe(2);
});

test('a bucket without conditional puts cannot guard it: it is granted and said', async () => {
  double.conditional = false;
  const { permit, onGranted, onUnguarded } = openPermit();
  await vi.waitFor(() => expect(onGranted).toHaveBeenCalledTimes(1));
  expect(onUnguarded).toHaveBeenCalledTimes(1);
  expect([permit.granted, permit.epoch(), permit.lost]).toEqual([true, 0, false]);
});

test.each([
  ['lost to another server', { valid: false, lost: true }, undefined, 'Un’altra macchina ha cominciato'],
  [
    'over, and the bucket said why',
    { valid: false, lost: false },
    new BucketError('refused', 'Le chiavi.'),
    'Le chiavi.',
  ],
  ['over, and nobody knows why', { valid: false, lost: false }, new Error('ours'), 'non risponde'],
])('a lease that is %s ends it', (_, lease, trouble, sentence) => {
  const keeper = { lease: { epoch: 4, ...lease }, trouble, stop: () => Promise.resolve() };
  const { permit, onGranted } = openPermit({ keeper: keeper as unknown as LeaseKeeper });
  expect(() => permit.epoch()).toThrow(sentence);
  expect([permit.granted, permit.lost]).toEqual([true, lease.lost]);
  expect(onGranted).not.toHaveBeenCalled();
});

test('a lease that was held before is not acquired again', async () => {
  const lease = new Lease({
    bucket: bucketAt(double),
    durationMs: 3_000,
    fenced: true,
    form: (etag) => etag,
  });
  expect(await lease.acquire()).toBe(true);
  const keeper = { lease, trouble: undefined, stop: () => lease.release() };
  double.requests.length = 0;
  const { permit } = openPermit({ keeper: keeper as unknown as LeaseKeeper });
  expect(permit.epoch()).toBe(1);
  await permit.stopAcquiring();
  expect(double.requests).toEqual([]);
});
