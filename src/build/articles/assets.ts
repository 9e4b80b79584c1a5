import { existsSync } from 'node:fs';
import { join } from 'node:path';

const marks = /asset:([\w./-]+)/g;

/**
 * A module whose default export is `article`, with an import of the named file in place of every mark, so that the
 * bundler emits and hashes it.
 *
 * @param textAddress expression for the address of the article's text, when the text is a file instead of script
 * @throws {Error} when a file is missing
 */
export function withAssets(
  article: { slug: string; html: string },
  folder: string,
  textAddress?: string,
): string {
  const { html, ...rest } = article;
  const names = new Map<string, string>();
  for (const [, path = ''] of JSON.stringify(article).matchAll(marks)) {
    if (!existsSync(join(folder, path))) throw new Error(`the file ${path} is missing`);
    if (!names.has(path)) names.set(path, `asset${names.size}`);
  }
  const bind = (value: unknown) =>
    JSON.stringify(value).replace(marks, (_mark, path: string) => `"+${names.get(path)}+"`);
  const imports = [...names].map(
    ([path, name]) => `import ${name} from ${JSON.stringify(`${join(folder, path)}?url&no-inline`)};`,
  );
  const text =
    textAddress === undefined ? `const html = ${bind(html)};` : loadedText(article.slug, textAddress, names);
  return `${imports.join('\n')}\n${text}\nexport default { ...${bind(rest)}, html };\n`;
}

function loadedText(slug: string, address: string, names: ReadonlyMap<string, string>): string {
  const files = [...names].map(([path, name]) => `${JSON.stringify(path)}: ${name}`).join(', ');
  const place = JSON.stringify(`[data-article="${slug}"] .text`);
  return `const files = { ${files} };
// A reader who opens this very page already has its words: they stand in it.
const html = document.querySelector(${place})?.innerHTML ?? (await load());
async function load() {
  const response = await fetch(${address});
  if (!response.ok) throw new Error(\`\${response.status}: \${response.statusText}\`);
  return (await response.text()).replace(${String(marks)}, (mark, path) => files[path] ?? mark);
}`;
}
