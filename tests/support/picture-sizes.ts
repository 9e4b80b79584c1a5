import { expect, type Page } from 'playwright/test';

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
export const shownPictures = (page: Page, within: string) =>
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

/**
 * A picture is asked for in the size it is shown in: never smaller where a larger file is there, never much larger than it needs.
 *
 * @param density pixels of the screen to one of CSS
 */
export function expectFit(pictures: readonly Shown[], at: string, density: number): void {
  for (const { name, needed, told, taken, widest } of pictures) {
    expect(told / needed, `${name} ${at}: told and shown`).toBeLessThanOrEqual(most);
    expect(told / needed, `${name} ${at}: told and shown`).toBeGreaterThan(0.97);
    if (density === 1 && taken < widest)
      expect(taken / needed, `${name} ${at}: pixels`).toBeGreaterThanOrEqual(0.97);
  }
}
