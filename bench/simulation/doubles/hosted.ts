/* What the site's code gets for its own `model/hosted.ts`: the world's model. */
import type { HostedModel, HostedOptions } from '../../../src/server/main/lab.ts';
import { theWorld } from '../world/world.ts';

export const defaultModel = 'simulato';

export const createHostedModel = (options: HostedOptions): HostedModel => theWorld().model.open(options);
