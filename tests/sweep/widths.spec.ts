import { articleSlugs } from '#shared/pages.ts';
import { hasArrived } from '../support/printed.ts';
import { expect, takenUp, test } from '../support/site.ts';
import { findBroken, prepareSettings, settings } from '../support/whole-words.ts';

// Every width from a small telephone to a wide desk: each word, title, cell, formula and letter of a drawing is whole.

test.describe.configure({ mode: 'parallel', timeout: 900_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const everyWidth = Array.from({ length: 141 }, (_, step) => 320 + 16 * step);

/** `npm test` looks at these, `npm run test:full` at all: the narrowest, both sides of each change of layout, and the commonest desks. */
const twelve = [320, 368, 464, 560, 752, 816, 976, 1056, 1216, 1280, 1440, 2560];

/** Lettering grows and shrinks with its drawing, and with nothing else: its two compositions are looked at once. */
const drawn = [320, 1440];
const widths = process.env.WIDTHS === 'all' ? everyWidth : twelve;

for (const path of ['/', '/chat', '/perso', ...articleSlugs.map((slug) => `/${slug}`)])
  test(`at every width every word of ${path} is whole`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 600 });
    await page.goto(path);
    await takenUp(page.locator('a[href]').last());
    const set = await prepareSettings(page);
    await hasArrived(page);
    const found: Record<string, string[]> = {};
    for (const setting of settings)
      for (const [isDrawn, all] of [
        [true, setting === 'doubled' ? [] : drawn],
        [false, widths],
      ] as const) {
        await set(setting, isDrawn);
        // Letters are doubled from the telephones' 360 px on: below it a window is a desk at 400 % already.
        for (const width of all.filter((each) => each >= 360 || setting !== 'doubled')) {
          await page.setViewportSize({ width, height: 600 });
          for (const fault of await findBroken(page)) (found[fault] ??= []).push(`${width} ${setting}`);
        }
      }
    const lines = Object.entries(found).map(
      ([fault, at]) => `${fault}: ${at.length}, ${at[0]} to ${at.at(-1)}`,
    );
    expect(lines.sort()).toEqual([]);
  });
