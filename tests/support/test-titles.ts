import { readFileSync } from 'node:fs';

/** The titles of a file's tests and groups, as they are written there. */
export function titlesIn(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [
    ...source.matchAll(
      /^\s*(?:test|describe|it)?[^\n]*?(['"`])((?:(?!\1)[^\n\\]|\\.)+)\1,\s*(?:\{[^}]*\},\s*)?(?:async )?\(/gm,
    ),
  ].map(([, , title = '']) => title);
}
