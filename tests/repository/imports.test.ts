import { expect, test } from 'vitest';
import { importsOf, projectFiles } from '../support/repository.ts';

const programs = projectFiles().filter((path) =>
  /^(src|tests|bench|scripts|server\.ts).*\.?(ts|tsx|mjs)$/.test(path),
);

/** The groups of files that import each other around a circle (Tarjan's strongly connected components). */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const visit = (file: string) => {
    index.set(file, index.size);
    lowest.set(file, index.size - 1);
    stack.push(file);
    const lower = (value = 0) => lowest.set(file, Math.min(lowest.get(file) ?? 0, value));
    for (const imported of imports.get(file) ?? []) {
      if (!index.has(imported)) {
        visit(imported);
        lower(lowest.get(imported));
      } else if (stack.includes(imported)) {
        lower(index.get(imported));
      }
    }
    if (lowest.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || imports.get(file)?.includes(file)) groups.push(group);
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return groups;
}

test('a circle is found, whatever leads into it', () => {
  const imports = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['b']],
    ['d', ['d']],
    ['e', ['a']],
  ]);
  expect(circles(imports)).toEqual([['b', 'c'], ['d']]);
});

test('no files import each other around a circle, not even lazily or by their types alone', () => {
  const isProgram = new Set(programs);
  const imports = new Map(
    programs.map((file) => [file, importsOf(file).filter((imported) => isProgram.has(imported))]),
  );
  // Were imports no longer understood, there would be no circle either.
  expect([...imports.values()].flat().length).toBeGreaterThan(1_500);
  expect(circles(imports)).toEqual([]);
});
