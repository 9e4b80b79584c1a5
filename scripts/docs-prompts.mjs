// npm run docs:prompts: writes docs/prompts.md anew, the prompts of three levels of the demonstration book.
import { writeDocument } from './write-document.mjs';

await writeDocument('docs/prompts.md', async (load) => {
  const { promptsMarkdown } = await load('/tests/support/prompts-markdown.ts');
  return promptsMarkdown();
});
