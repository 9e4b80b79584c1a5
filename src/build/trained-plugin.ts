import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { parse } from 'yaml';
import { readStoryQuestions } from '#content/demo/story-questions.ts';
import { parseActTexts } from '#content/talk/parse-act-texts.ts';
import { parseHelpExamples, parseHelpTexts, parseTellings } from '#content/talk/parse-help-texts.ts';
import type { ActModel } from '#server/acts/model.ts';
import { readTrainingSet, trainActs } from '#server/acts/train-acts.ts';
import { trainHelp } from '#server/help/learn.ts';

/** A classifier that is trained when the site is built, and the files whose every change may change what it learns. */
interface Lesson {
  files: readonly string[];
  folders: readonly { folder: string; ending: RegExp }[];
  train(read: (file: string) => unknown, root: string): ActModel;
}

const actsFile = 'src/content/talk/atti.yaml';
const moreExamples = 'src/content/talk/atti-esempi.yaml';
const tellingsFile = 'src/content/talk/ascolto.yaml';
const [phrases, forms, examples] = ['soccorso', 'soccorso-forme', 'soccorso-esempi'].map(
  (name) => `src/content/talk/${name}.yaml`,
) as [string, string, string];
const storyQuestions = 'src/content/talk/soccorso-domande.txt';
const code = /(?<!\.test|\.d)\.ts$/;
const cards = { folder: 'src/content/demo/ricordi', ending: /\.yaml$/ };
const chapters = { folder: 'src/content/demo', ending: /\.md$/ };
const actsCode = ['src/server/acts', 'src/server/text'].map((folder) => ({ folder, ending: code }));

const lessons: Readonly<Record<string, Lesson>> = {
  'virtual:act-model': {
    files: [actsFile, moreExamples],
    folders: [cards, ...actsCode],
    train: (read, root) =>
      trainActs(readTrainingSet(parseActTexts(read(actsFile), read(moreExamples)), readStoryQuestions(root))),
  },
  'virtual:help-model': {
    files: [actsFile, moreExamples, tellingsFile, phrases, forms, examples, storyQuestions],
    folders: [chapters, ...actsCode, { folder: 'src/server/help', ending: code }],
    train: (read, root) =>
      trainHelp({
        texts: parseHelpTexts(read(phrases), read(forms)),
        examples: parseHelpExamples(read(examples)),
        acts: parseActTexts(read(actsFile), read(moreExamples)),
        tellings: parseTellings(read(tellingsFile)),
        questions: readFileSync(join(root, storyQuestions), 'utf8').trim().split('\n'),
        prose: filesIn(root, chapters).map((file) => readFileSync(file, 'utf8')),
      }),
  },
};

const filesIn = (root: string, { folder, ending }: Lesson['folders'][number]) =>
  readdirSync(join(root, folder))
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => join(root, folder, name));

/**
 * `import model from 'virtual:act-model'` gives the classifier of the acts, `virtual:help-model` that of danger and pain. A
 * training is kept under node_modules/.cache by the hash of all it depends on.
 */
export function trainedModels(): Plugin {
  let root = process.cwd();
  return {
    name: 'trained-models',
    configResolved(config) {
      root = config.root;
    },
    resolveId: {
      filter: { id: /^virtual:(?:act|help)-model$/ },
      handler: (id) => (id in lessons ? `\0${id}` : undefined),
    },
    load: {
      filter: { id: /^\0virtual:(?:act|help)-model$/ },
      handler(id) {
        const name = id.slice(1);
        const lesson = lessons[name];
        if (!lesson) return undefined;
        for (const file of inputsOf(root, lesson)) this.addWatchFile(file);
        // A string that is parsed: engines read it faster than the same object written as code.
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(modelOf(root, name, lesson)))});`;
      },
    },
  };
}

function inputsOf(root: string, { files, folders }: Lesson): string[] {
  return [...files.map((file) => join(root, file)), ...folders.flatMap((folder) => filesIn(root, folder))];
}

function modelOf(root: string, name: string, lesson: Lesson): ActModel {
  const hash = createHash('sha256').update(name);
  for (const file of inputsOf(root, lesson)) hash.update(file.slice(root.length)).update(readFileSync(file));
  const folder = join(root, 'node_modules/.cache/trained-models');
  const cached = join(folder, `${hash.digest('hex').slice(0, 32)}.json`);
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, 'utf8')) as ActModel;
  const model = lesson.train((file) => parse(readFileSync(join(root, file), 'utf8')), root);
  mkdirSync(folder, { recursive: true });
  // Set in place whole: another build may be reading.
  const draft = `${cached}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(model));
  renameSync(draft, cached);
  return model;
}
