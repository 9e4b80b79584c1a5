import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';

/** Without types: reading them takes long, and none of these rules needs any. */
const eslint = new ESLint({ overrideConfig: tseslint.configs.disableTypeChecked });

/** The rules that a text breaks where this file of the project stands. */
async function brokenRules(filePath: string, text: string): Promise<(string | null)[]> {
  const results = await eslint.lintText(text, { filePath });
  return results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId));
}

const syntax = 'no-restricted-syntax';
const line = '// one\n';

test.each([
  ['a cache that is named after nothing', 'src/shared/words.ts', 'export const known = new Map();', [syntax]],
  ['a function likewise', 'scripts/audit.mjs', 'export function ask() {}', [syntax]],
  ['a plain name', 'src/shared/words.ts', 'export const wordCounts = new Map();', []],
  [
    'a participle inside a function',
    'src/shared/words.ts',
    'export function count() { const found = 1; return found; }',
    [syntax],
  ],
  ['a file too long', 'src/shared/words.ts', line.repeat(401), ['max-lines']],
  [
    'a function too long',
    'src/shared/words.ts',
    `export function count(n: number) {\n${'  n += 1;\n'.repeat(121)}  return n;\n}`,
    ['max-lines-per-function'],
  ],
  [
    'a sleep in a test',
    'src/shared/tasks.test.ts',
    'export const wait = async () => { await new Promise((resolve) => setTimeout(resolve, 20)); };',
    [syntax],
  ],
  [
    'a sleep in a browser test',
    'tests/e2e/chat.spec.ts',
    "import type { Page } from 'playwright/test';\nexport const wait = (page: Page) => page.waitForTimeout(20);",
    [syntax],
  ],
  [
    'a bench that knows a room of the server',
    'bench/harness/report.ts',
    "export { openStore } from '../../src/server/storage/store/store.ts';",
    ['no-restricted-imports'],
  ],
  [
    'a feature that knows another',
    'src/server/features/gallery/gallery.service.ts',
    "export { createChatService } from '../chat/chat.service.ts';",
    ['import-x/no-restricted-paths'],
  ],
  [
    'a feature that knows what the site is made of',
    'src/server/features/gallery/gallery.service.ts',
    "export { openSite } from '#server/main/site.ts';",
    ['import-x/no-restricted-paths'],
  ],
])('%s', { timeout: 60_000 }, async (_what, filePath, text, rules) => {
  expect(await brokenRules(filePath, `${text}\n`)).toEqual(rules);
});
