import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFirefox, type Firefox } from '../support/other-browsers.ts';
import { ServerProcess } from '../support/server-process.ts';

// What Firefox prints, by the path of its own dialog, what is left of the site where every cookie is blocked, and the focus.

let folder: string;
let printed: string;
let site: ServerProcess;
let firefox: Firefox;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferro-firefox-site-'));
  printed = join(folder, 'printed.pdf');
  site = new ServerProcess(folder);
  await site.start();
  firefox = await startFirefox(printed);
  await firefox.setWidth(1440);
}, 60_000);

afterAll(async () => {
  await firefox.close();
  await site.end();
  await rm(folder, { recursive: true, force: true });
});

const read = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' });

/** The sizes of a document's sheets, in points, each once, whichever way up they lie. */
const sheetsOf = (pdf: string) => [
  ...new Set(
    [...read('pdfinfo', '-l', '999', pdf).matchAll(/size: +(\d+(?:\.\d+)?) x (\d+(?:\.\d+)?) pts/g)].map(
      ([, ...sides]) =>
        sides
          .map(Number)
          .sort((one, other) => one - other)
          .join(' x '),
    ),
  ),
];

/** How the words of a drawing are compared with a PDF's: without spaces, which it writes as it likes. */
const bare = (words: string) => words.normalize('NFKC').replace(/[\s\u00ad]+/g, '');

/** The lines of the drawings that are set in one piece. In the page. */
const lettering = `
  return [...document.querySelectorAll('.plate > svg:not([data-narrow]) text')]
    .filter((text) => text.childElementCount === 0 && text.textContent.trim() !== '')
    .map((text) => text.textContent);`;

/** As the theme of each says: `size` of its `@page`. */
test.each([
  ['sato-lenz', '482 x 681'],
  ['codex', '539 x 752'],
  ['quantum-age', '652 x 851'],
  ['w01f-grizzly-warden', '596 x 842'],
  ['b03-arctic-seeder', '420 x 596'],
  ['l72-ironwind', '596 x 842'],
])(
  '/%s is printed with all its lettering, on one size of sheet',
  { timeout: 180_000 },
  async (slug, size) => {
    await firefox.open(`${site.url}/${slug}`);
    await expect
      .poll(
        () =>
          firefox.run(
            'return [...document.querySelectorAll(".plate")].filter((plate) => !plate.querySelector("svg")).length',
          ),
        { timeout: 60_000 },
      )
      .toBe(0);
    const lines = await firefox.run<string[]>(lettering);
    await firefox.print();
    const text = bare(read('pdftotext', '-raw', printed, '-'));
    // Some lines, turned or with ligatures, no reader of PDFs finds again; of one drawing's lettering lost at least a third is missing.
    expect(lines.filter((line) => text.includes(bare(line))).length / lines.length).toBeGreaterThan(0.8);
    expect((await stat(printed)).size).toBeLessThanOrEqual(10_000_000);
    expect(sheetsOf(printed)).toHaveLength(1);
    const own = join(folder, 'own.pdf');
    await writeFile(own, await firefox.pdf());
    expect(sheetsOf(own)).toEqual([size]);
  },
);

test('at an address with a fragment the gallery gives the focus back', { timeout: 60_000 }, async () => {
  await firefox.open(`${site.url}/#mondo`);
  const opener = `[...document.querySelectorAll('#mondo button')].at(-1)`;
  const dialog = () => firefox.run<boolean>(`return document.querySelector('.gallery figure') !== null`);
  await expect
    .poll(() => firefox.run(`${opener}?.focus(); ${opener}?.click()`).then(dialog), {
      interval: 1000,
      timeout: 20_000,
    })
    .toBe(true);
  await firefox.run(
    `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))`,
  );
  await expect
    .poll(() => firefox.run<boolean>(`return 'dialog' in history.state`), { timeout: 5000 })
    .toBe(false);
  expect(await firefox.run<boolean>(`return document.activeElement === ${opener}`)).toBe(true);
});

test('with every cookie blocked the chat and the panel start', { timeout: 60_000 }, async () => {
  const blocked = await startFirefox(join(folder, 'blocked.pdf'), { 'network.cookie.cookieBehavior': 2 });
  try {
    const words = () => blocked.run<string>('return document.body.innerText');
    await blocked.open(`${site.url}/chat`);
    await expect.poll(words, { timeout: 20_000 }).toContain('CANALE APERTO');
    await blocked.open(`${site.url}/admin`);
    await expect.poll(words, { timeout: 20_000 }).toContain('Accedi');
  } finally {
    await blocked.close();
  }
});
