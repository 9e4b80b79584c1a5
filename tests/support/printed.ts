import { inflateSync } from 'node:zlib';
import { expect, type Page } from 'playwright/test';

/** A sheet that Chromium has printed: how many letters it carries, how many pictures or groups, and whether it is wider than high. */
interface PrintedSheet {
  letters: number;
  pictures: number;
  isWide: boolean;
}

/** Reads the sheets of a PDF written by Skia, whose objects stand uncompressed but for their streams. */
function readSheets(pdf: Buffer): PrintedSheet[] {
  const file = pdf.toString('latin1');
  const streamOf = (object: string) => {
    const start = file.indexOf('stream\n', file.indexOf(`\n${object} 0 obj`)) + 'stream\n'.length;
    return inflateSync(pdf.subarray(start, file.indexOf('\nendstream', start))).toString('latin1');
  };
  return [...file.matchAll(/<<\/Type \/Page\n[\s\S]*?\/Contents (\d+) 0 R/g)].map(([page, contents = '']) => {
    const drawing = streamOf(contents);
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page) ?? [];
    return {
      letters: drawing.split(/ T[jJ]\n/).length - 1,
      pictures: drawing.split(/ Do\n/).length - 1,
      isWide: Number(width) > Number(height),
    };
  });
}

/** Prints the page as it is, without backgrounds: Chromium leaves out with them whatever only they would show. */
export async function print(page: Page): Promise<PrintedSheet[]> {
  return readSheets(await page.pdf({ preferCSSPageSize: true }));
}

/** A running head and a folio are sixty letters at most. */
export const blank = ({ letters, pictures }: PrintedSheet) => letters <= 60 && pictures === 0;

/** Whatever arrives after the words is there: every plate drawn, every photograph whole. */
export async function hasArrived(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(() => ({
      plates: [...document.querySelectorAll('.plate')].filter((plate) => !plate.querySelector('svg')).length,
      photographs: [...document.querySelectorAll<HTMLImageElement>('.figure-photo img')].filter(
        (photo) => !photo.complete || photo.naturalWidth === 0,
      ).length,
    }));
  await expect.poll(missing).toEqual({ plates: 0, photographs: 0 });
}

/** Pictures that a ground drawn over them hides where backgrounds are not printed: Chromium fills it with white. In the page. */
const veiled = (images: Element[]) =>
  images
    .filter((image) => image.getClientRects().length > 0)
    .filter((image) =>
      ['figure', '.volume']
        .flatMap((whole) => [...(image.closest(whole)?.querySelectorAll('*') ?? [])])
        .filter((one) => one.contains(image))
        .flatMap((one) => ['::before', '::after'].map((pseudo) => getComputedStyle(one, pseudo)))
        .some(
          ({ content, display, position, backgroundImage, printColorAdjust }) =>
            content !== 'none' &&
            display !== 'none' &&
            position === 'absolute' &&
            backgroundImage !== 'none' &&
            printColorAdjust !== 'exact',
        ),
    )
    .map((image) => image.getAttribute('src'));

/** Fails where the page, shown for print, has a ground, a dark scheme, or a picture that a ground would hide. */
export async function expectWhitePaper(page: Page): Promise<void> {
  const grounds = () =>
    page.evaluate(() => {
      const { documentElement: root, body } = document;
      const grounds = [root, body, document.querySelector('main') ?? body].map((element) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(element);
        return `${backgroundColor} ${backgroundImage}`.replace('rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)');
      });
      return [...new Set(grounds), getComputedStyle(root).colorScheme];
    });
  await expect.poll(grounds).toEqual(['rgba(0, 0, 0, 0) none', 'light']);
  expect(await page.locator('img').evaluateAll(veiled)).toEqual([]);
}

/** Sets no more than the titles larger than its words. In the page, shown for print. */
export async function expectSmallPrint(page: Page): Promise<void> {
  const larger = () =>
    page.evaluate(() => {
      const sizes = (selector: string) =>
        [...document.querySelectorAll(selector)].map((one) => parseFloat(getComputedStyle(one).fontSize));
      const words = Math.max(...sizes('.text > section > p'));
      const parts = 'figcaption, .text > section > :is(ul, ol) > li, [id^="bibliogra"] li';
      return { onPaper: words < 15, larger: sizes(parts).filter((size) => size > words) };
    });
  await expect.poll(larger).toEqual({ onPaper: true, larger: [] });
}

/** Paper ends where its words do: fails where a list's numerals, a stamp or the frame of a card would be cut. In the page, shown for print. */
export async function expectWithinPaper(page: Page): Promise<void> {
  const cut = () =>
    page.evaluate(() => {
      const paper = (document.querySelector('main') ?? document.body).getBoundingClientRect();
      const canvas = document.createElement('canvas').getContext('2d');
      const lists = [...document.querySelectorAll('.text ol')].filter((list) => {
        const item = list.lastElementChild;
        if (!canvas || !item || getComputedStyle(list).listStyleType !== 'decimal') return false;
        canvas.font = getComputedStyle(item).font;
        const numeral = canvas.measureText(`${list.childElementCount}. `).width;
        return item.getBoundingClientRect().left - numeral < paper.left - 0.5;
      });
      const frames = [...document.querySelectorAll('.stamp, .excerpt')].filter((frame) => {
        const { left, right, width } = frame.getBoundingClientRect();
        return width > 0 && (left < paper.left + 0.5 || right > paper.right - 0.5);
      });
      return [...lists, ...frames].map(
        (one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 20)}`,
      );
    });
  await expect.poll(cut).toEqual([]);
}
