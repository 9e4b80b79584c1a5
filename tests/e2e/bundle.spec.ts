import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../support/site.ts';

const built = 'dist/client';
const demo = 'src/content/demo';

async function texts(folder: string, name: RegExp): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of await readdir(folder, { recursive: true })) {
    if (name.test(path)) found.set(path, await readFile(join(folder, path), 'utf8'));
  }
  return found;
}

test('nothing of the book, its codes or the character’s card reaches the browser', async () => {
  const shipped = [...(await texts(built, /\.(?:js|html|css|json|webmanifest)$/)).values()].join('\n');
  expect(shipped).toContain('DIGITARE MESSAGGIO...');
  const sections = [...(await texts(demo, /\.md$/)).values()];
  const sentences = sections.flatMap((text) => text.match(/[^.!?\n«»]{40,}/g) ?? []);
  expect(sentences.length).toBeGreaterThan(1000);
  expect(sentences.filter((sentence) => shipped.includes(sentence.trim()))).toEqual([]);
  const codes = (await readFile(join(demo, 'codes.json'), 'utf8')).match(/(?<="code": ")[^"]+/g) ?? [];
  const persona = (await readFile('src/content/persona.md', 'utf8')).match(/[^.\n]{30,}/g) ?? [];
  for (const secret of [...codes, ...persona, 'Ilse-4', 'Nodo 9']) expect(shipped).not.toContain(secret);
});

test('the first load of each page stays within 150 kB of compressed script', async ({ page, site }) => {
  for (const path of ['/', '/chat', '/codex', '/l72-ironwind']) {
    const scripts = new Set<string>();
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.add(new URL(response.url()).pathname);
    });
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    let bytes = 0;
    for (const script of scripts) bytes += gzipSync(await readFile(join(built, script)), { level: 9 }).length;
    page.removeAllListeners('response');
    expect(bytes, path).toBeGreaterThan(50_000);
    expect(bytes, path).toBeLessThan(150_000);
  }
});
