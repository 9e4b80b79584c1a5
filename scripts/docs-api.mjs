// npm run docs:api: writes docs/api.md anew from the contracts and the REST table.
import { readFileSync, writeFileSync } from 'node:fs';
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
const { openApiDocument } = await vite.ssrLoadModule('/src/server/api/rest/openapi.ts');
const { apiMarkdown } = await vite.ssrLoadModule('/src/server/api/rest/api-markdown.ts');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const style = await prettier.resolveConfig('docs/api.md');
writeFileSync(
  'docs/api.md',
  await prettier.format(apiMarkdown(openApiDocument(version)), { ...style, parser: 'markdown' }),
);
await vite.close();
process.exit(0);
