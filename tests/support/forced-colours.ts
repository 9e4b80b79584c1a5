import { expect, type ElementHandle, type Locator, type Page } from 'playwright/test';
import sharp from 'sharp';

interface Piece {
  x: number;
  y: number;
  width: number;
  height: number;
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

const light = (red: number, green: number, blue: number) => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** What stands out most from the commonest shade of a piece of the picture, as WCAG counts it. */
function contrastIn({ data, width }: { data: Buffer; width: number }, piece: Piece, scale: number): number {
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
  const of = (shade: number) => light(shade >> 16, (shade >> 8) & 255, shade & 255);
  const under = of(ground);
  return Math.max(
    ...[...count.keys()].map((shade) => {
      const over = of(shade);
      return (Math.max(over, under) + 0.05) / (Math.min(over, under) + 0.05);
    }),
  );
}

const scale = 2;

/** The browser of a reader who chose the colours, with two pixels for each: a thin letter reaches its full shade. */
export const forcedColours = {
  deviceScaleFactor: scale,
  viewport: { width: 1280, height: 800 },
  contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' },
} as const;

/**
 * Goes through a page from top to end (through what shows, where a dialog is open) and looks at the picture of each line of words,
 * each control without words and each lettering of a drawing.
 *
 * @returns how many were looked at, and those that cannot be made out
 */
async function walk(page: Page): Promise<{ looked: number; unread: string[] }> {
  const unread = new Set<string>();
  let looked = 0;
  const step = 700;
  for (let y = 0; ; y += step) {
    const end = await page.evaluate((top) => {
      scrollTo({ top, behavior: 'instant' });
      return document.querySelector('[role=dialog]')
        ? 0
        : document.documentElement.scrollHeight - innerHeight;
    }, y);
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            [...document.querySelectorAll('.plate')].filter(
              (plate) => plate.getBoundingClientRect().top < innerHeight && !plate.querySelector('svg'),
            ).length,
        ),
      )
      .toBe(0);
    // The index follows by itself.
    await page.waitForTimeout(150);
    const pieces = await page.evaluate(shownPieces);
    const { data, info } = await sharp(await page.screenshot({ caret: 'hide' }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const piece of pieces) {
      looked += 1;
      const contrast = contrastIn({ data, width: info.width }, piece, scale);
      if (contrast < piece.least) unread.add(`${contrast.toFixed(1)}: ${piece.name}`);
    }
    if (y >= end) return { looked, unread: [...unread] };
  }
}

/**
 * @param least of lines and controls: a page that shows none passes nothing
 * @param schemes dark alone where light has nothing of its own: the site's inks are dark
 */
export async function expectReadable(
  page: Page,
  state: string,
  least: number,
  schemes: readonly ('dark' | 'light')[] = ['dark'],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const { looked, unread } = await walk(page);
    expect(unread, `${state}, ${colorScheme}`).toEqual([]);
    expect(looked, state).toBeGreaterThanOrEqual(least);
  }
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

const shades = async (control: ElementHandle<Node>) =>
  sharp(await (control as ElementHandle<HTMLElement>).screenshot({ caret: 'hide' }))
    .removeAlpha()
    .raw()
    .toBuffer();

/** The state of each is seen: by as many pixels as a line of ten makes, lighter or darker by 3:1, whatever their colours. */
export async function expectStates(controls: Locator, least: number): Promise<void> {
  let seen = 0;
  await controls.page().evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('* { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets = [still];
  });
  for (const control of await controls.elementHandles()) {
    if (!(await control.isVisible())) continue;
    const before = await shades(control);
    await control.evaluate(turn);
    const after = await shades(control);
    await control.evaluate(turn);
    let changed = 0;
    for (let at = 0; at < Math.min(before.length, after.length); at += 3) {
      const [one, other] = [before, after].map((picture) =>
        light(picture[at] ?? 0, picture[at + 1] ?? 0, picture[at + 2] ?? 0),
      ) as [number, number];
      if ((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= 3) changed += 1;
    }
    const name = await control.evaluate((node) => (node as Element).outerHTML.slice(0, 120));
    expect(before.length !== after.length || changed >= 20, `${changed}: ${name}`).toBe(true);
    seen += 1;
  }
  expect(seen).toBeGreaterThanOrEqual(least);
}
