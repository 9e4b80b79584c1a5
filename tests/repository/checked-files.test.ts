import { ESLint } from 'eslint';
import { getFileInfo } from 'prettier';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { projectFiles } from '../support/repository.ts';

const files = projectFiles();
const programs = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path));

/** Written by a program or by another hand than ours: the lock, the book's own texts, what tests are given, generated type, the encoder's pieces. */
const notFormatted =
  /^package-lock\.json$|^src\/content\/.*\.(md|yaml)$|^src\/content\/figures\/|^tests\/fixtures\/|^src\/server\/encoder\/model\/tokenizer\.json$|^src\/client\/styles\/type\/.*\.css$/;

test('prettier formats every source, text and setting of the project', async () => {
  const formatted = files.filter(
    (path) => /\.(ts|tsx|mjs|css|json|md|html|yaml)$/.test(path) && !notFormatted.test(path),
  );
  const infos = await Promise.all(
    formatted.map(async (path) => ({
      path,
      ...(await getFileInfo(path, { ignorePath: '.prettierignore' })),
    })),
  );
  expect(formatted.length).toBeGreaterThan(600);
  expect(infos.filter(({ ignored, inferredParser }) => ignored || !inferredParser)).toEqual([]);
});

test('eslint reads every program of the project, and has rules for it', async () => {
  const eslint = new ESLint();
  const configs = await Promise.all(
    programs.map(async (path) => ({
      path,
      isIgnored: await eslint.isPathIgnored(path),
      rules: ((await eslint.calculateConfigForFile(path)) as { rules?: object } | undefined)?.rules ?? {},
    })),
  );
  const escaped = configs.filter(({ isIgnored, rules }) => isIgnored || !('no-unused-vars' in rules));
  expect(escaped.map(({ path }) => path)).toEqual([]);
});

test('tsc checks every program of the project, scripts included', () => {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile) as { config: object };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const checked = new Set(fileNames.map((path) => path.replace(/^\.\//, '')));
  expect([options.strict, options.checkJs]).toEqual([true, true]);
  expect(programs.filter((path) => !checked.has(path))).toEqual([]);
});
