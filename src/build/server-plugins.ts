import type { Plugin } from 'vite';
import { trainedModels } from './trained-plugin.ts';
import { yamlFiles } from './yaml-plugin.ts';

/** What the server's sources need to be built or run, wherever that happens: the site, its tests, the benches. */
export const serverPlugins = (): Plugin[] => [trainedModels(), yamlFiles()];
