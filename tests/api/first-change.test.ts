import { spawn } from 'node:child_process';
import { access, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** The blocks of one language in docs/first-change.md, each with the text before it. */
function blocks(guide: string, language: string): { before: string; code: string }[] {
  const found = [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))];
  return found.map((match) => ({ before: guide.slice(0, match.index), code: match[1] ?? '' }));
}

/** The last file that a text names. */
const lastPath = (text: string) => [...text.matchAll(/`(src\/[^`]+\.ts)`/g)].at(-1)?.[1] ?? '';

/** The contracts in a folder of their own, with the same packages. */
async function contracts(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-first-change-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp('src/shared', join(folder, 'src/shared'), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const config = `export default { cacheDir: ${JSON.stringify(join(folder, '.cache'))} }`;
  await writeFile(join(folder, 'vitest.config.js'), config);
  return folder;
}

function vitest(folder: string, file: string): Promise<number | null> {
  const args = [resolve('node_modules/vitest/vitest.mjs'), 'run', file];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  return new Promise((done) => child.once('close', done));
}

test(
  'docs/first-change.md: its test fails before its change and passes after it',
  { timeout: 60_000 },
  async () => {
    const guide = await readFile('docs/first-change.md', 'utf8');
    const [given] = blocks(guide, 'ts');
    const [change] = blocks(guide, 'diff');
    const testFile = lastPath(given?.before ?? '');
    const changed = lastPath(change?.before ?? '');
    const [, removed = ''] = /^-(.*)$/m.exec(change?.code ?? '') ?? [];
    const [, added = ''] = /^\+(.*)$/m.exec(change?.code ?? '') ?? [];

    const [before, after] = [await contracts(), await contracts()];
    for (const folder of [before, after]) await writeFile(join(folder, testFile), given?.code ?? '');
    const text = await readFile(join(after, changed), 'utf8');
    expect(text.split(removed)).toHaveLength(2);
    await writeFile(join(after, changed), text.replace(removed, added));

    expect(await Promise.all([vitest(before, testFile), vitest(after, testFile)])).toEqual([1, 0]);
    // What it points to is there.
    const links = [...guide.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => resolve('docs', link));
    await Promise.all(links.map((link) => access(link)));
  },
);
