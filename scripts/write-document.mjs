import { writeFileSync } from 'node:fs';
import { ensureInstalled, root } from './setup.mjs';

/**
 * Writes a Markdown document anew, in the project's style, and ends the process.
 *
 * @param {string} file from the project's folder
 * @param {(load: (path: string) => Promise<Record<string, any>>) => Promise<string>} write makes the text of modules that Vite loads
 */
export async function writeDocument(file, write) {
  ensureInstalled();
  const { createServer } = await import('vite');
  const prettier = await import('prettier');
  const vite = await createServer({
    root,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true },
  });
  const text = await write((path) => vite.ssrLoadModule(path));
  const style = await prettier.resolveConfig(file);
  writeFileSync(file, await prettier.format(text, { ...style, parser: 'markdown' }));
  await vite.close();
  process.exit(0);
}
