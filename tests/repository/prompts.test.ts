import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { promptsMarkdown } from '../support/prompts-markdown.ts';

test('docs/prompts.md is what `npm run docs:prompts` makes now', async () => {
  const style = await resolveConfig('docs/prompts.md');
  const made = await format(await promptsMarkdown(), { ...style, parser: 'markdown' });
  expect(readFileSync('docs/prompts.md', 'utf8'), 'stale: npm run docs:prompts').toBe(made);
});
