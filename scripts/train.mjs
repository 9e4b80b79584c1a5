// npm run train: trains the classifiers of small talk and of danger on the texts of today, and writes their files anew. The
// build trains nothing; src/build/train.test.ts fails when a file is stale.
import { writeFileSync } from 'node:fs';
import { loadModules } from './load-modules.mjs';

await loadModules(async (load) => {
  const { format, resolveConfig } = await import('prettier');
  const { listClassifiers, trainModel } = await load('/src/build/train.ts');
  for (const classifier of listClassifiers('.')) {
    const json = JSON.stringify(trainModel(classifier));
    const style = await resolveConfig(classifier.file);
    writeFileSync(classifier.file, await format(json, { ...style, parser: 'json' }));
    console.log(classifier.file);
  }
});
