import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** Every file of the project, new ones included: what git would track. */
export function projectFiles(): string[] {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return names
    .trimEnd()
    .split('\n')
    .filter((path) => existsSync(path));
}

const packageImports = Object.entries(
  (JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> }).imports,
).map(([name, target]) => [name.slice(0, -1), target.slice(0, -1)] as const);

/** The path that an import names, below the project's folder; nothing for a package's. */
function importedPath(file: string, specifier: string): string | undefined {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('.')) return normalize(join(dirname(file), path));
  const found = packageImports.find(([name]) => path.startsWith(name));
  return found && normalize(path.replace(...found));
}

/** The project's files that a file imports in any way: at once, lazily, or its types alone. */
export function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => importedPath(file, fileName) ?? []);
}
