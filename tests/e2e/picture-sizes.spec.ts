import type { Page } from 'playwright/test';
import { expect, takenUp, test } from '../support/site.ts';

// A picture is asked for in the size it is shown in: never smaller where a larger file is there, never much larger than it needs.

const widths = [320, 360, 390, 600, 640, 768, 900, 1024, 1160, 1280, 1440, 1920, 2560];
/** How much wider than shown a file may be said to be needed. */
const most = 1.6;

interface Shown {
  name: string;
  /** Width in CSS pixels that the file needs so that nothing of it is enlarged. */
  needed: number;
  /** The width that `sizes` told the browser. */
  told: number;
  /** Width of the file it took, and of the widest it could have, in pixels. */
  taken: number;
  widest: number;
}

/** Every picture of which the browser may choose a size. */
const shownPictures = (page: Page, within: string) =>
  page.locator(`${within} picture img`).evaluateAll(async (images: HTMLImageElement[]) => {
    const shown: Shown[] = [];
    for (const image of images) {
      image.loading = 'eager';
      await image.decode();
      const path = new URL(image.currentSrc).pathname;
      const source = [...(image.parentElement?.querySelectorAll('source') ?? [])].find(({ srcset }) =>
        srcset.includes(path),
      );
      const files = (source?.srcset ?? '')
        .split(',')
        .map((part) => part.trim().split(' '))
        .filter(([, width]) => width?.endsWith('w'));
      if (files.length === 0) continue;
      const { offsetWidth, offsetHeight, naturalWidth, naturalHeight } = image;
      const fills = getComputedStyle(image).objectFit === 'cover';
      const byHeight = fills ? (offsetHeight * naturalWidth) / naturalHeight : 0;
      const widthOf = ([, width]: string[]) => Number.parseInt(width ?? '', 10);
      shown.push({
        name: path.split('/').at(-1) ?? '',
        needed: Math.max(offsetWidth, byHeight),
        // With widths in the list an image counts as wide as `sizes` says.
        told: naturalWidth,
        taken: widthOf(files.find(([address]) => address === path) ?? []),
        widest: Math.max(...files.map(widthOf)),
      });
    }
    return shown;
  });

function expectFit(pictures: readonly Shown[], at: string, density: number): void {
  for (const { name, needed, told, taken, widest } of pictures) {
    expect(told / needed, `${name} ${at}: told and shown`).toBeLessThanOrEqual(most);
    expect(told / needed, `${name} ${at}: told and shown`).toBeGreaterThan(0.97);
    if (density === 1 && taken < widest)
      expect(taken / needed, `${name} ${at}: pixels`).toBeGreaterThanOrEqual(0.97);
  }
}

for (const density of [1, 2]) {
  test.describe(`at ${density} pixels to a pixel`, () => {
    test.use({ deviceScaleFactor: density, contextOptions: { reducedMotion: 'reduce' } });

    test('the home page’s pictures fit every width', async ({ page }) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        // A window made narrower keeps the larger file it has.
        await page.goto('/');
        const pictures = await shownPictures(page, '.landing');
        expect(pictures.length, 'banner, covers, plates, harbour').toBe(
          width > 640 ? 8 : width > 430 ? 7 : 6,
        );
        expectFit(pictures, `at ${width} px`, density);
        for (const { name, needed, widest } of density === 1 ? pictures : [])
          expect(widest, `${name} at ${width} px is drawn beyond its own pixels`).toBeGreaterThanOrEqual(
            Math.floor(needed),
          );
      }
    });
  });
}

test('a picture of the gallery, uploaded or the book’s own, fits the grid and the whole view', async ({
  page,
}) => {
  const folder = '/public-objects/gallery';
  const variants = [
    { type: 'image/webp', width: 640, url: `${folder}/03-ferro-640.webp` },
    { type: 'image/webp', width: 1600, url: `${folder}/03-ferro.webp` },
  ];
  await page.route('**/api/gallery-images', (route) =>
    route.fulfill({
      json: [
        {
          id: 'a',
          title: 'Ferro',
          imageUrl: `${folder}/03-ferro.webp`,
          displayOrder: 0,
          width: 1600,
          height: 900,
          variants,
        },
        { id: 'b', title: 'Mercato', imageUrl: `${folder}/01-il-mercato-di-qaanik.webp`, displayOrder: 1 },
      ],
    }),
  );
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1440, 900],
    [1920, 1080],
    [2560, 1440],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await takenUp(page.locator('.footer'));
    await page.getByRole('button', { name: 'Apri la galleria' }).click();
    const small = page.getByRole('button', { name: 'Ingrandisci: Ferro' });
    await small.scrollIntoViewIfNeeded();
    const both = await shownPictures(page, '.gallery');
    expect(both).toHaveLength(2);
    expectFit(both, `in the grid at ${width} px`, 1);
    await small.click();
    const whole = page.getByRole('dialog', { name: 'Ferro', exact: true });
    await expect(whole).toBeVisible();
    const pictures = await shownPictures(page, '.gallery-view');
    expect(pictures).toHaveLength(1);
    expectFit(pictures, `whole at ${width} px`, 1);
  }
});
