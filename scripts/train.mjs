// npm run train: trains the classifiers of small talk and of danger on the texts of today, and writes their files anew. The
// build trains nothing; src/build/train.test.ts fails when a file is stale.
import { writeFileSync } from 'node:fs';
import { loadModules } from './load-modules.mjs';

await loadModules(async (load) => {
  const { listClassifiers, trainModel } = await load('/src/build/train.ts');
  for (const classifier of listClassifiers('.')) {
    writeFileSync(classifier.file, `${JSON.stringify(trainModel(classifier), null, 2)}\n`);
    console.log(classifier.file);
  }
});
