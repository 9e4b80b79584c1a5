// npm run docs:api, docs:prompts, train: writes a file that is made of the sources, and that a test compares with them, anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { ensureInstalled, root } from './setup.mjs';

ensureInstalled();
const { format, resolveConfig } = await import('prettier');
const { createServer } = await import('vite');
const server = { middlewareMode: /** @type {const} */ (true) };
const vite = await createServer({ root, appType: 'custom', logLevel: 'warn', server });

/** @param {string} path @returns {Promise<Record<string, any>>} a TypeScript module of the project */
const load = (path) => vite.ssrLoadModule(`/${path}`);

/** Each gives the texts of its files by path. @type {Record<string, () => Promise<[file: string, text: string][]>>} */
const documents = {
  async api() {
    const { openApiDocument } = await load('src/server/api/rest/openapi.ts');
    const { apiMarkdown } = await load('src/server/api/rest/api-markdown.ts');
    const { createAppRouter, describeCalls } = await load('src/server/api/router.ts');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    // Nothing is called, so the procedures are given nothing to work with.
    return [['docs/api.md', apiMarkdown(openApiDocument(describeCalls(createAppRouter({})), version))]];
  },
  async prompts() {
    const { promptsMarkdown } = await load('tests/support/prompts-markdown.ts');
    return [['docs/prompts.md', await promptsMarkdown()]];
  },
  /** The classifiers of small talk and of danger, trained on the texts of today. */
  async classifiers() {
    const { listClassifiers, trainModel } = await load('src/build/train.ts');
    return listClassifiers('.').map((/** @type {{ file: string }} */ classifier) => [
      classifier.file,
      JSON.stringify(trainModel(classifier)),
    ]);
  },
  /** The models that choose what is said, fitted on the ways of asking and half of the conversations of bench/talk. */
  async choice() {
    const { trainChoice } = await load('src/build/fit-choice.ts');
    return [['src/server/narrator/choice-models.json', JSON.stringify(await trainChoice())]];
  },
  /** The vectors of what the repository says: no text, so they are written where they are made. */
  async vectors() {
    const { trainVectors } = await load('src/build/vectors.ts');
    await trainVectors();
    return [];
  },
};

for (const [file, text] of (await documents[process.argv[2] ?? '']?.()) ?? [])
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
await vite.close();
process.exit(0);
