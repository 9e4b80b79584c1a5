// npm run docs:api: writes docs/api.md anew from what the procedures say of themselves and the REST table.
import { readFileSync } from 'node:fs';
import { writeDocument } from './write-document.mjs';

await writeDocument('docs/api.md', async (load) => {
  const { openApiDocument } = await load('/src/server/api/rest/openapi.ts');
  const { apiMarkdown } = await load('/src/server/api/rest/api-markdown.ts');
  const { createAppRouter, describeCalls } = await load('/src/server/api/router.ts');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  // Nothing is called, so the procedures are given nothing to work with.
  return apiMarkdown(openApiDocument(describeCalls(createAppRouter({})), version));
});
