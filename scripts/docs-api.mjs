// npm run docs:api: writes docs/api.md anew from the contracts and the REST table.
import { readFileSync } from 'node:fs';
import { writeDocument } from './write-document.mjs';

await writeDocument('docs/api.md', async (load) => {
  const { openApiDocument } = await load('/src/server/api/rest/openapi.ts');
  const { apiMarkdown } = await load('/src/server/api/rest/api-markdown.ts');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return apiMarkdown(openApiDocument(version));
});
