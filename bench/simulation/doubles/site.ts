/*
 * What the site's code gets for its own files that speak to the outside, that read a part of the program once for each start, or
 * that look at the machine: the bucket, the model, the lexicon, the detector of help, `node:perf_hooks`.
 */
import {
  type Bucket,
  createDetector as createRealDetector,
  type HostedModel,
  type HostedOptions,
  openLexicon as openRealLexicon,
} from '../../../src/server/main/bench-api.ts';
import { theWorld } from '../world/world.ts';

export { withOneAccent } from '../../../src/server/main/bench-api.ts';

export const openS3Bucket = (): Bucket => theWorld().bucket;

export const defaultModel = 'simulato';
export const createHostedModel = (options: HostedOptions): HostedModel => theWorld().model.open(options);

let lexicon: ReturnType<typeof openRealLexicon> | undefined;
export const openLexicon: typeof openRealLexicon = () => (lexicon ??= openRealLexicon());

let detector: ReturnType<typeof createRealDetector> | undefined;
export const createDetector: typeof createRealDetector = (...given) =>
  (detector ??= createRealDetector(...given));

/** How late the machine is, is not simulated. */
export const monitorEventLoopDelay = () => ({
  count: 0,
  enable: () => true,
  disable: () => true,
  reset: () => undefined,
  percentile: () => 0,
});
