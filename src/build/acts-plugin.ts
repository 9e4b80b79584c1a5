import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readStoryQuestions } from '#content/demo/story-questions.ts';
import { parseActTexts } from '#content/talk/parse-act-texts.ts';
import type { ActModel } from '#server/acts/model.ts';
import { readTrainingSet, trainActs } from '#server/acts/train-acts.ts';

const moduleName = 'virtual:act-model';
const actsFile = 'src/content/talk/atti.yaml';
const cardsFolder = 'src/content/demo/ricordi';
/** Whose every change may change what is learnt. */
const codeFolders = ['src/server/acts', 'src/server/text'];

const filesIn = (root: string, folder: string, ending: RegExp) =>
  readdirSync(join(root, folder))
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => join(root, folder, name));

/**
 * `import model from 'virtual:act-model'` gives the classifier of the acts, trained on atti.yaml. A training is kept under
 * node_modules/.cache by the hash of all it depends on.
 */
export function actModel(): Plugin {
  let root = process.cwd();
  return {
    name: 'act-model',
    configResolved(config) {
      root = config.root;
    },
    resolveId: {
      filter: { id: /^virtual:act-model$/ },
      handler: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
    },
    load: {
      filter: { id: /^\0virtual:act-model$/ },
      handler() {
        for (const file of inputsOf(root)) this.addWatchFile(file);
        // A string that is parsed: engines read it faster than the same object written as code.
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(modelOf(root)))});`;
      },
    },
  };
}

function inputsOf(root: string): string[] {
  const code = codeFolders.flatMap((folder) => filesIn(root, folder, /(?<!\.test|\.d)\.ts$/));
  return [join(root, actsFile), ...filesIn(root, cardsFolder, /\.yaml$/), ...code];
}

function modelOf(root: string): ActModel {
  const hash = createHash('sha256');
  for (const file of inputsOf(root)) hash.update(file.slice(root.length)).update(readFileSync(file));
  const folder = join(root, 'node_modules/.cache/act-model');
  const cached = join(folder, `${hash.digest('hex').slice(0, 32)}.json`);
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, 'utf8')) as ActModel;
  const texts = parseActTexts(readFileSync(join(root, actsFile), 'utf8'));
  const model = trainActs(readTrainingSet(texts, readStoryQuestions(root)));
  mkdirSync(folder, { recursive: true });
  // Set in place whole: another build may be reading.
  const draft = `${cached}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(model));
  renameSync(draft, cached);
  return model;
}
