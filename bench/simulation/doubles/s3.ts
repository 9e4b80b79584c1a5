/* What the site's code gets for its own `storage/bucket/s3.ts`: the world's bucket. */
import type { Bucket } from '../../../src/server/main/lab.ts';
import { theWorld } from '../world/world.ts';

export const openS3Bucket = (): Bucket => theWorld().bucket.open();
