import type { BucketSettings } from '../storage/bucket/types.ts';
import { readBucketFile } from '../storage/mirror/bucket-file.ts';
import { bucketSettings, type Env } from './env.ts';

/** Where to mirror to: what the environment says wins over what the author chose in the panel. @throws StoreError */
export const bucketInUse = async (env: Env): Promise<BucketSettings | undefined> =>
  bucketSettings(env) ?? readBucketFile(env.DATA_DIR);
