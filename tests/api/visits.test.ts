import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
}, 60_000);
afterAll(() => site.close());

/** Every file of the site, with its length and when it was last written. */
async function filesOf(): Promise<string[]> {
  const found = await readdir(site.folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const { size, mtimeMs } = await stat(join(parentPath, name));
      return `${join(parentPath, name)} ${size} ${mtimeMs}`;
    }),
  );
}

test('who only looks leaves not a byte behind, and is given no cookie', async () => {
  // What a first start makes, the short forms among it, is made by then.
  let before = await filesOf();
  await expect
    .poll(
      async () => {
        const last = before;
        before = await filesOf();
        return before.join() === last.join();
      },
      { interval: 1_000, timeout: 20_000 },
    )
    .toBe(true);
  for (let visit = 0; visit < 20; visit += 1) {
    const visitor = site.visitor();
    for (const path of [
      '/',
      '/chat',
      '/codex',
      '/nessuna',
      '/api/book',
      '/api/gallery-images',
      '/api/chat/history',
      '/api/chat/suggestions',
      '/api/chat/recap',
      '/api/chat/transcript',
      '/api/user/progress',
      '/api/user/identifier',
      '/api/privacy',
      '/api/admin/session',
      '/api/health',
    ])
      await (await visitor.request('GET', path)).arrayBuffer();
    expect(visitor.cookies.size).toBe(0);
  }
  expect(await filesOf()).toEqual(before);
  await site.reader('qr4n-7mdx');
  expect(await filesOf()).not.toEqual(before);
});
