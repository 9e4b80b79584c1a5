import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const room = /storage\/failover\/|['"./]failover\//;

test('only the server’s process imports this room: it can be deleted in one move', () => {
  const sources = ['src', 'bench', 'scripts']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('node_modules/') && !room.test(name));
  const importing = [...sources, 'server.ts'].filter((name) =>
    [...readFileSync(name, 'utf8').matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].some(
      ([, path = '']) => room.test(path),
    ),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(importing).toEqual(['src/server/main/server-process.ts']);
});
