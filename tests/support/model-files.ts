import { join } from 'node:path';
import { privateFile } from '#server/storage/store/private-file.ts';

/** The files of the language model in a data folder, as the composition root opens them. */
export const modelFiles = (dataDir: string) => ({
  settings: privateFile(join(dataDir, 'model-settings.json')),
  usage: privateFile(join(dataDir, 'model-usage.json')),
});
