import { writeFileSync } from 'node:fs';
import { loadModules } from './load-modules.mjs';

/**
 * Writes a Markdown document anew, in the project's style, and ends the process.
 *
 * @param {string} file from the project's folder
 * @param {(load: (path: string) => Promise<Record<string, any>>) => Promise<string>} write makes the text of modules that Vite loads
 */
export async function writeDocument(file, write) {
  await loadModules(async (load) => {
    const prettier = await import('prettier');
    const text = await write(load);
    const style = await prettier.resolveConfig(file);
    writeFileSync(file, await prettier.format(text, { ...style, parser: 'markdown' }));
  });
}
