import { randomUUID } from 'node:crypto';
import { type Bucket, BucketError } from '../../bucket/types.ts';

/** An etag as `If-Match` wants it here. */
export type ConditionForm = (etag: string) => string;

const quotedEtag: ConditionForm = (etag) => etag;
/** Ceph compares with the etag without its quotes. */
const unquotedEtag: ConditionForm = (etag) => etag.replaceAll('"', '');

/**
 * Finds out by trying whether conditional puts really are conditional in this bucket: some servers ignore the headers.
 *
 * @returns how to write their etags; `undefined` when they are not to be had
 * @throws BucketError when the bucket cannot be reached or refuses
 */
export async function findConditionForm(bucket: Bucket): Promise<ConditionForm | undefined> {
  const key = `probe-${randomUUID()}.json`;
  const tryPut = async (text: string, only: 'absent' | { etag: string }) => {
    try {
      return await bucket.put(key, Buffer.from(text), { only });
    } catch (error) {
      const isAnswer =
        error instanceof BucketError && ['conflict', 'missing', 'unknown'].includes(error.failure);
      if (isAnswer) return undefined;
      throw error;
    }
  };
  try {
    const first = await tryPut('1', 'absent');
    if (!first || (await tryPut('2', 'absent'))) return undefined;
    for (const form of [quotedEtag, unquotedEtag]) {
      const second = await tryPut('3', { etag: form(first.etag) });
      // The first etag is of the past now: a second put with it must fail.
      if (second) return (await tryPut('4', { etag: form(first.etag) })) ? undefined : form;
    }
    return undefined;
  } finally {
    await bucket.remove(key).catch(() => undefined);
  }
}
