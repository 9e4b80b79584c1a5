// npm run docs:prompts: writes docs/prompts.md anew, the prompts of three levels of the demonstration book.
import { writeFileSync } from 'node:fs';
import { ensureInstalled, root } from './setup.mjs';

ensureInstalled();

const { createServer } = await import('vite');
const prettier = await import('prettier');
const vite = await createServer({
  root,
  appType: 'custom',
  logLevel: 'warn',
  server: { middlewareMode: true },
});
const { promptsMarkdown } = await vite.ssrLoadModule('/tests/support/prompts-markdown.ts');
const style = await prettier.resolveConfig('docs/prompts.md');
writeFileSync('docs/prompts.md', await prettier.format(promptsMarkdown(), { ...style, parser: 'markdown' }));
await vite.close();
process.exit(0);
