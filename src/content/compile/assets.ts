import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Marks an address that only the bundler knows. */
export const assetMark = (path: string) => `asset:${path}`;

const marks = /asset:([\w./-]+)/g;

/**
 * A module whose default export is `json`, with every mark replaced by an import of the file it names, so that the
 * bundler emits the file and the page gets its hashed address.
 * @throws {Error} when a file is missing
 */
export function withAssets(json: string, folder: string): string {
  const names = new Map<string, string>();
  const code = json.replace(marks, (_mark, path: string) => {
    if (!existsSync(join(folder, path))) throw new Error(`the file ${path} is missing`);
    if (!names.has(path)) names.set(path, `asset${names.size}`);
    return `"+${names.get(path)}+"`;
  });
  const imports = [...names].map(
    ([path, name]) => `import ${name} from ${JSON.stringify(`${join(folder, path)}?url&no-inline`)};`,
  );
  return `${imports.join('\n')}\nexport default ${code};\n`;
}
