import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request } from 'playwright/test';
import { expect, takenUp, test } from '../support/site.ts';

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

/** The most script that a page may load at first, headers included, as `npm run bench:web` counts it. */
const budgets = {
  '/': 110_000,
  '/chat': 130_000,
  '/codex': 105_000,
  '/quantum-age': 105_000,
  '/l72-ironwind': 105_000,
};

for (const [path, budget] of Object.entries(budgets))
  test(`${path} is there with ${budget / 1000} kB of script`, async ({ page }) => {
    const scripts: Request[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') scripts.push(request);
    });
    await page.goto(path);
    // They are asked for when the page stands, on a busy machine after the network has been idle for long.
    let before = 0;
    const haveCome = () => {
      const isQuiet = before > 0 && scripts.length === before;
      before = scripts.length;
      return isQuiet;
    };
    await expect.poll(haveCome, { intervals: [1000] }).toBe(true);
    const sizes = await Promise.all(scripts.map((script) => script.sizes()));
    const bytes = sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(budget);
  });

test('no page makes a formatter of the browser’s to be taken up: each holds a phone for as long as all the rest', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const made: string[] = [];
    Object.assign(window, { made });
    for (const name of ['DateTimeFormat', 'NumberFormat'] as const)
      Object.assign(Intl, {
        [name]: new Proxy(Intl[name], {
          construct: (target, args) => {
            made.push(name);
            return Reflect.construct(target, args) as object;
          },
        }),
      });
    for (const [type, name] of [
      [Number.prototype, 'toLocaleString'],
      [Date.prototype, 'toLocaleString'],
      [Date.prototype, 'toLocaleDateString'],
      [Date.prototype, 'toLocaleTimeString'],
    ] as [object, string][])
      Object.assign(type, {
        [name]: () => {
          made.push(name);
          return '';
        },
      });
  });
  for (const [path, end] of [
    ['/', 'footer'],
    ['/chat', 'textarea'],
    ['/w01f-grizzly-warden', '.article-end'],
  ] as const) {
    await page.goto(path);
    await takenUp(page.locator(end).first());
    if (path === '/chat') await expect(page.locator('.terminal-row time')).toBeVisible();
    expect(await page.evaluate<unknown>('made'), path).toEqual([]);
  }
  await page.evaluate('new Intl.NumberFormat(); (1).toLocaleString()');
  expect(await page.evaluate<unknown>('made')).toEqual(['NumberFormat', 'toLocaleString']);
});

test('no style sheet is asked for that stands in the page already', async ({ page }) => {
  const sheets: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets.push(request.url());
  });
  await page.goto('/quantum-age');
  await takenUp(page.locator('.article-end'));
  // The application finds them, or it would ask for them.
  await expect(page.locator('link[rel=stylesheet]')).not.toHaveCount(0);
  expect(sheets).toEqual([]);
});

test('type that stands below a phone’s first screen waits for the paint, but not for scripts that never come', async ({
  request,
  browser,
  baseURL,
}) => {
  const below = /\/assets\/bodoni-text-(?!italic)/;
  const html = await (await request.get('/quantum-age')).text();
  const [, later = ''] = /<style data-later media="[^"]+">([^<]+)<\/style>/.exec(html) ?? [];
  expect(later).toMatch(below);
  expect(html.replace(later, '')).not.toMatch(new RegExp(`url\\(${below.source}`));
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 390, height: 760 },
      ...(baseURL && { baseURL }),
    });
    const phone = await context.newPage();
    await Promise.all([phone.waitForRequest((asked) => below.test(asked.url())), phone.goto('/quantum-age')]);
    await context.close();
  }
});
