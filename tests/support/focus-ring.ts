import { expect, type CDPSession, type ElementHandle, type Page } from 'playwright/test';
import sharp from 'sharp';

const focusable =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, audio[controls], [tabindex="0"]';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Stop {
  /** Of the document. */
  clip: Box;
  /** How many pixels a line one pixel thick around it has, as far as the window shows it. */
  perimeter: number;
  hasOutline: boolean;
  name: string;
}

/** Focuses what can be seen and reached; `undefined` for the rest. In the page. */
function focusStop(node: HTMLElement | SVGElement): Stop | undefined {
  const topmost = [...document.querySelectorAll('[role=dialog]')].at(-1);
  if (topmost && !topmost.contains(node)) return undefined;
  if (!node.checkVisibility({ visibilityProperty: true })) return undefined;
  (node as HTMLElement).focus({ focusVisible: true, preventScroll: true });
  if (document.activeElement !== node) return undefined;
  node.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
    else animation.finish();
  }
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(node);
  const hasOutline = outlineStyle !== 'none' && outlineWidth !== '0px';
  // Without a ring of its own it is what stands around it that changes.
  const drawn = hasOutline ? node : (node.parentElement ?? node);
  const box = drawn.getBoundingClientRect();
  if (box.width < 2 || box.height < 2) return undefined;
  const around = Math.max(0, Number.parseFloat(outlineOffset)) + Number.parseFloat(outlineWidth) + 4;
  const left = Math.max(0, Math.floor(box.left - around));
  const top = Math.max(0, Math.floor(box.top - around));
  const right = Math.min(innerWidth, Math.ceil(box.right + around));
  const bottom = Math.min(innerHeight, Math.ceil(box.bottom + around));
  const width = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
  const height = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
  const inside = (edge: number, end: number) => edge >= 0 && edge <= end;
  const perimeter =
    width * [box.top, box.bottom].filter((edge) => inside(edge, innerHeight)).length +
    height * [box.left, box.right].filter((edge) => inside(edge, innerWidth)).length;
  return {
    clip: { x: left + scrollX, y: top + scrollY, width: right - left, height: bottom - top },
    perimeter: hasOutline ? perimeter : Math.min(perimeter, 40),
    hasOutline,
    name: `${node.outerHTML.slice(0, 110)} «${(node.textContent || '').trim().slice(0, 30)}»`,
  };
}

/** Nothing fades, and no caret blinks in one picture and not in the other. In the page. */
function standStill(): void {
  const still = new CSSStyleSheet();
  still.replaceSync('* { caret-color: transparent !important; transition: none !important; }');
  document.adoptedStyleSheets = [still];
}

/** Takes the ring away, or the focus where there is none. In the page. */
function hideRing(node: HTMLElement | SVGElement, hasOutline: boolean): void {
  if (hasOutline) node.style.setProperty('outline-color', 'transparent', 'important');
  else node.blur();
}

/** Without what Playwright's own does before and after each picture: this is asked for a thousand times. */
async function pictureOf(cdp: CDPSession, clip: Box): Promise<Buffer> {
  const options = { clip: { ...clip, scale: 1 }, optimizeForSpeed: true };
  const { data } = await cdp.send('Page.captureScreenshot', options);
  return Buffer.from(data, 'base64');
}

const light = ([red = 0, green = 0, blue = 0]: readonly number[]) => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** How many pixels of two pictures of one size stand out from each other by 3:1 or more. */
async function contrasting(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()),
  );
  if (!a || !b) return 0;
  let count = 0;
  for (let at = 0; at < Math.min(a.length, b.length); at += 3) {
    if (a[at] === b[at] && a[at + 1] === b[at + 1] && a[at + 2] === b[at + 2]) continue;
    const [x, y] = [light([...a.subarray(at, at + 3)]), light([...b.subarray(at, at + 3)])];
    if ((Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05) >= 3) count += 1;
  }
  return count;
}

/**
 * Focuses everything of a part of the page (of the topmost dialog, where one is open) that can have the focus, and compares pictures with the
 * ring and without. WCAG 2.4.13: as many pixels as a line one pixel thick around it change by 3:1; a fifth less is let pass, where
 * a rounded corner or half a pixel softens the line.
 *
 * @returns how many stops there are, and those whose focus is not seen
 */
async function unseenRings(page: Page, within: string): Promise<{ stops: number; unseen: string[] }> {
  const unseen: string[] = [];
  let stops = 0;
  await page.keyboard.press('Shift');
  await page.evaluate(standStill);
  const cdp = await page.context().newCDPSession(page);
  for (const handle of await page.$$(`${within} :is(${focusable})`)) {
    const stop = await (handle as ElementHandle<HTMLElement>).evaluate(focusStop);
    if (!stop) continue;
    stops += 1;
    const { clip, perimeter, hasOutline, name } = stop;
    if (clip.width <= 0 || clip.height <= 0) {
      unseen.push(`outside the window: ${name}`);
      continue;
    }
    const focused = await pictureOf(cdp, clip);
    await (handle as ElementHandle<HTMLElement>).evaluate(hideRing, hasOutline);
    const plain = await pictureOf(cdp, clip);
    await (handle as ElementHandle<HTMLElement>).evaluate((node) =>
      node.style.removeProperty('outline-color'),
    );
    const seen = await contrasting(focused, plain);
    if (seen < perimeter * 0.8) unseen.push(`${seen} of ${Math.round(perimeter)}: ${name}`);
  }
  await cdp.detach();
  return { stops, unseen };
}

/**
 * @param least of stops: a page that shows none passes nothing
 * @param within a selector; a tab that gets the focus shows another panel, whose stops are to be measured by themselves
 */
export async function expectRings(page: Page, state: string, least: number, within = 'body'): Promise<void> {
  const { stops, unseen } = await unseenRings(page, within);
  expect(unseen, state).toEqual([]);
  expect(stops, state).toBeGreaterThanOrEqual(least);
}
