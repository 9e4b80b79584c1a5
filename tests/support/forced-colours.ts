import { expect, type CDPSession, type ElementHandle, type Locator, type Page } from 'playwright/test';
import { drawFrames } from './frames.ts';
import { contrastingPixels, contrastOf, pictureOf, type Box, type Pixels } from './pictures.ts';

/** Pixels of the screen to one of CSS. */
const scale = 2;

interface Piece extends Box {
  /** What its lightest and darkest must differ by. */
  least: number;
  name: string;
}

/** Lines of words and controls without words that show in the window, whole. In the page. */
function shownPieces(): Piece[] {
  const topmost = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.body;
  const isShown = (box: DOMRect, owner: Element) => {
    if (box.width < 3 || box.height < 6 || box.left < 0 || box.top < 0) return false;
    if (box.right > innerWidth || box.bottom > innerHeight) return false;
    // Not under a bar, nor cut by the edge of what scrolls: first line, middle and last.
    return [1, box.height / 2, box.height - 1].every((down) => {
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + down);
      return (
        owner.contains(hit) ||
        (owner.closest('svg') && hit?.closest('figure, [role=dialog]')?.contains(owner))
      );
    });
  };
  const pieces: Piece[] = [];
  const add = (box: DOMRect, owner: Element, least: number, name: string) => {
    // With a little of what is around: a stem of an initial can fill its own box.
    const [x, y] = [Math.max(0, box.left - 2), Math.max(0, box.top - 2)];
    const [width, height] = [
      Math.min(box.width + 4, innerWidth - x),
      Math.min(box.height + 4, innerHeight - y),
    ];
    if (isShown(box, owner)) pieces.push({ x, y, width, height, least, name });
  };
  const words = document.createTreeWalker(topmost, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const owner = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    // What is disabled may be dim; what is drawn of letters alone says nothing.
    if (
      !owner ||
      !/[\p{L}\p{N}]{2}/u.test(text) ||
      owner.closest(':disabled, .sr-only, [aria-hidden=true], option, svg[role=img]')
    )
      continue;
    if (!owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const { fontSize, fontWeight } = getComputedStyle(owner);
    const isLarge =
      parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700);
    const range = document.createRange();
    range.selectNodeContents(node);
    // The first box of words under an initial is the initial's, which is a drawing: it stands elsewhere than the box says.
    const hasInitial =
      getComputedStyle(owner, '::first-letter').getPropertyValue('initial-letter') !== 'normal';
    for (const box of [...range.getClientRects()].slice(hasInitial ? 1 : 0, 3))
      add(box, owner, isLarge ? 3 : 4.5, `«${text.slice(0, 40)}» of ${owner.className.toString()}`);
  }
  for (const control of topmost.querySelectorAll('button, a[href], input, select, textarea, [role=slider]'))
    if (
      !/[\p{L}\p{N}]{2}/u.test(control.textContent ?? '') &&
      !control.matches(':disabled') &&
      control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      add(control.getBoundingClientRect(), control, 3, control.outerHTML.slice(0, 90));
  for (const text of topmost.querySelectorAll<SVGTextElement>('svg[role=img] text'))
    // Of a drawing what a reader can read: the size that it comes to.
    if ((text.textContent ?? '').trim().length > 2 && text.getBoundingClientRect().height > 8)
      add(text.getBoundingClientRect(), text, 3, `drawn «${(text.textContent ?? '').trim().slice(0, 40)}»`);
  return pieces;
}

/** What stands out most from the commonest shade of a piece of the picture, as WCAG counts it. */
function contrastIn({ data, width }: Pixels, piece: Piece): number {
  const count = new Map<number, number>();
  const [left, right] = [Math.floor(piece.x * scale), Math.floor((piece.x + piece.width) * scale)];
  const [top, bottom] = [Math.floor(piece.y * scale), Math.floor((piece.y + piece.height) * scale)];
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const shade = data.readUIntBE((y * width + x) * 3, 3);
      count.set(shade, (count.get(shade) ?? 0) + 1);
    }
  const [ground = 0] = [...count].reduce<[number, number]>(
    (most, one) => (one[1] > most[1] ? one : most),
    [0, 0],
  );
  return Math.max(...[...count.keys()].map((shade) => contrastOf(shade, ground)));
}

/** The browser of a reader who chose the colours, with two pixels for each: a thin letter reaches its full shade. */
export const forcedColours = {
  deviceScaleFactor: scale,
  viewport: { width: 1280, height: 800 },
  contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' },
} as const;

/** Whether every plate down to the window's lower edge is drawn. */
const platesMissing = () =>
  [...document.querySelectorAll('.plate')].filter(
    (plate) => plate.getBoundingClientRect().top < innerHeight && !plate.querySelector('svg'),
  ).length;

const shownPart = () => ({ x: scrollX, y: scrollY, width: innerWidth, height: innerHeight });

/** Looks at pages one after the other. */
export async function createReader(page: Page) {
  const cdp = await page.context().newCDPSession(page);

  /**
   * Goes through the page from top to end (through what shows, where a dialog is open) and looks at the picture of each line of words,
   * each control without words and each lettering of a drawing.
   */
  async function walk(): Promise<{ shown: number; unread: string[] }> {
    const unread = new Set<string>();
    let shown = 0;
    for (let y = 0; ; y += 700) {
      const end = await page.evaluate((top) => {
        scrollTo({ top, behavior: 'instant' });
        return document.querySelector('[role=dialog]')
          ? 0
          : document.documentElement.scrollHeight - innerHeight;
      }, y);
      await expect.poll(() => page.evaluate(platesMissing)).toBe(0);
      // The index follows by itself.
      await drawFrames(page, 4);
      const pieces = await page.evaluate(shownPieces);
      shown += pieces.length;
      const picture = await pictureOf(cdp, await page.evaluate(shownPart), scale);
      for (const piece of pieces) {
        const contrast = contrastIn(picture, piece);
        if (contrast < piece.least) unread.add(`${contrast.toFixed(1)}: ${piece.name}`);
      }
      if (y >= end) return { shown, unread: [...unread] };
    }
  }

  /**
   * Fails where something cannot be made out.
   *
   * @param least of lines and controls: a page that shows none passes nothing
   * @param schemes dark alone where light has nothing of its own: the site's inks are dark
   */
  return async function expectReadable(
    state: string,
    least: number,
    schemes: readonly ('dark' | 'light')[] = ['dark'],
  ): Promise<void> {
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const { shown, unread } = await walk();
      expect(unread, `${state}, ${colorScheme}`).toEqual([]);
      expect(shown, state).toBeGreaterThanOrEqual(least);
    }
  };
}

/** Turns a state into its contrary, as the page's own script would, and back. In the page. */
function turn(node: Element): void {
  for (const name of ['aria-pressed', 'aria-selected', 'aria-checked']) {
    const value = node.getAttribute(name);
    if (value !== null) node.setAttribute(name, value === 'false' ? 'true' : 'false');
  }
  const [current, before] = [node.getAttribute('aria-current'), node.getAttribute('data-before')];
  if (before !== null) {
    node.setAttribute('aria-current', before);
    node.removeAttribute('data-before');
  } else if (current !== null) {
    node.setAttribute('data-before', current);
    if (current === 'false') node.setAttribute('aria-current', 'true');
    else node.removeAttribute('aria-current');
  }
  const state = node.getAttribute('data-state');
  if (state) node.setAttribute('data-state', state === 'active' ? 'inactive' : 'active');
}

/** A control as it is drawn, wherever it stands. */
async function drawn(cdp: CDPSession, control: ElementHandle<Element>): Promise<Pixels> {
  await control.scrollIntoViewIfNeeded();
  const clip = await control.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
  });
  return pictureOf(cdp, clip, scale);
}

/** The state of each is seen: by as many pixels as a line of ten makes, lighter or darker by 3:1, whatever their colours. */
export async function expectStates(controls: Locator, least: number): Promise<void> {
  const page = controls.page();
  let seen = 0;
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('* { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets = [still];
  });
  const cdp = await page.context().newCDPSession(page);
  for (const control of (await controls.elementHandles()) as ElementHandle<Element>[]) {
    if (!(await control.isVisible())) continue;
    const before = await drawn(cdp, control);
    await control.evaluate(turn);
    const after = await drawn(cdp, control);
    await control.evaluate(turn);
    const changed = contrastingPixels(before, after);
    const name = await control.evaluate((node) => node.outerHTML.slice(0, 120));
    expect(before.data.length !== after.data.length || changed >= 20, `${changed}: ${name}`).toBe(true);
    seen += 1;
  }
  await cdp.detach();
  expect(seen).toBeGreaterThanOrEqual(least);
}
