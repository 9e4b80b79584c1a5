import { expect, type ElementHandle, type Page } from 'playwright/test';
import { contrastingPixels, pictureOf, type Box } from './pictures.ts';

const focusable =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, audio[controls], [tabindex="0"]';

interface Stop {
  /** Of the document. */
  clip: Box;
  /** How many pixels a line one pixel thick around it has, as far as the window shows it. */
  perimeter: number;
  hasOutline: boolean;
  name: string;
}

/** Whether each can be seen and reached. In the page. */
function areReached(nodes: Element[]): boolean[] {
  const topmost = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document;
  return nodes.map((node) => {
    const { width, height } = node.getBoundingClientRect();
    const isReached = topmost.contains(node) && node.checkVisibility({ visibilityProperty: true });
    return isReached && width >= 2 && height >= 2;
  });
}

/** Focuses it; `undefined` where it does not take the focus. In the page. */
function focusStop(node: HTMLElement | SVGElement): Stop | undefined {
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

/** Nothing glides or fades, and no caret blinks in one picture and not in the other. In the page. */
function standStill(): void {
  const still = new CSSStyleSheet();
  still.replaceSync('* { caret-color: transparent !important; transition: none !important; }');
  document.adoptedStyleSheets = [still];
  scrollTo({ top: 0, behavior: 'instant' });
}

/** Takes the ring away, or the focus where there is none. In the page. */
function hideRing(node: HTMLElement | SVGElement, hasOutline: boolean): void {
  if (hasOutline) node.style.setProperty('outline-color', 'transparent', 'important');
  else node.blur();
}

/**
 * Fails where the focus is not seen: focuses what can have it in a part of the page (in the topmost dialog, where one is open) and
 * compares pictures with the ring and without. WCAG 2.4.13: as many pixels as a line one pixel thick around it change by 3:1; a fifth less
 * is let pass, where a rounded corner or half a pixel softens the line.
 *
 * @param least of stops: a page that shows none passes nothing
 * @param within a selector; a tab that gets the focus shows another panel, whose stops are to be measured by themselves
 */
export async function expectRings(page: Page, state: string, least: number, within = 'body'): Promise<void> {
  const unseen: string[] = [];
  await page.keyboard.press('Shift');
  await page.evaluate(standStill);
  const cdp = await page.context().newCDPSession(page);
  const selector = `${within} :is(${focusable})`;
  const reached = await page.locator(selector).evaluateAll(areReached);
  const handles = await page.$$(selector);
  for (const [index, handle] of handles.entries()) {
    if (!reached[index]) continue;
    const node = handle as ElementHandle<HTMLElement>;
    const stop = await node.evaluate(focusStop);
    if (!stop) continue;
    const { clip, perimeter, hasOutline, name } = stop;
    if (clip.width <= 0 || clip.height <= 0) {
      unseen.push(`outside the window: ${name}`);
      continue;
    }
    const focused = await pictureOf(cdp, clip);
    await node.evaluate(hideRing, hasOutline);
    const plain = await pictureOf(cdp, clip);
    await node.evaluate((each) => each.style.removeProperty('outline-color'));
    const seen = contrastingPixels(focused, plain);
    if (seen < perimeter * 0.8) unseen.push(`${seen} of ${Math.round(perimeter)}: ${name}`);
  }
  await cdp.detach();
  expect(unseen, state).toEqual([]);
  expect(reached.filter(Boolean).length, state).toBeGreaterThanOrEqual(least);
}
