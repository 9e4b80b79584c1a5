import { expect, type Page } from 'playwright/test';

/** On a phone a plate is cut into panes, one below the other: fails where a word of it is cut too, or too small to read. */
export async function expectLettering(page: Page): Promise<void> {
  const plates = page.locator('.plate[data-narrow-plate]');
  const drawn = () => plates.filter({ has: page.locator(':scope > svg[data-narrow]') }).count();
  await expect.poll(drawn).toBe(await plates.count());
  const style = await page.addStyleTag({ content: '.plate { content-visibility: visible !important }' });
  // Type comes when its words are drawn: until then a stand-in may be wider.
  const cut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<SVGSVGElement>('svg[data-narrow], svg[data-narrow] svg')].flatMap(
        (pane) => {
          const { x, y, width, height } = pane.viewBox.baseVal;
          const toScreen = pane.getScreenCTM();
          const [first, last] = [new DOMPoint(x, y), new DOMPoint(x + width, y + height)].map((corner) =>
            corner.matrixTransform(toScreen ?? undefined),
          );
          if (!first || !last || width === 0) return [];
          return [...pane.querySelectorAll('text')]
            .filter((word) => word.closest('svg') === pane && !word.closest('defs'))
            .map((word) => ({ word, box: word.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0)
            .filter(({ box }) => box.right > first.x && box.left < last.x)
            .filter(({ box }) => box.bottom > first.y && box.top < last.y)
            .filter(({ box }) => box.left < first.x - 0.75 || box.right > last.x + 0.75)
            .map(({ word }) => `${pane.closest('figure')?.id ?? ''}: ${word.textContent}`);
        },
      ),
    );
  await expect.poll(cut).toEqual([]);
  const lettering = await page.locator('svg[data-narrow] text').evaluateAll((words) =>
    words
      .filter((word) => !word.closest('defs') && word.getBoundingClientRect().width > 0)
      .map((word) => {
        const { a = 0, b = 0 } = (word as SVGTextElement).getScreenCTM() ?? {};
        return parseFloat(getComputedStyle(word).fontSize) * Math.hypot(a, b);
      }),
  );
  expect(Math.min(...lettering)).toBeGreaterThanOrEqual(10.99);
  await style.evaluate((element: Element) => element.remove());
}
