import type { Page } from 'playwright/test';

/** A reader's settings: the page's own letters, the spacing of WCAG 1.4.12, letters twice as large by the browser's own size. */
export const settings = ['ordinary', 'spaced', 'doubled'] as const;

const styles = `
  html * { content-visibility: visible !important; transition: none !important; }
  html[data-undrawn] .plate > svg { display: none !important; }
  html[data-setting='spaced'] * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  html[data-setting='spaced'] p { margin-bottom: 2em !important; }`;

/** Gives what sets the page to one of the reader's settings; without its drawings, whose room stays, it is laid out faster. */
export async function prepareSettings(
  page: Page,
): Promise<(setting: string, isDrawn: boolean) => Promise<void>> {
  await page.addStyleTag({ content: styles });
  const browser = await page.context().newCDPSession(page);
  return async (setting, isDrawn) => {
    const standard = setting === 'doubled' ? 32 : 16;
    await browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
    await page.evaluate(
      ([name, undrawn]) => {
        document.documentElement.dataset.setting = name;
        document.documentElement.toggleAttribute('data-undrawn', undrawn);
        return document.fonts.ready.then(() => undefined);
      },
      [setting, !isDrawn] as const,
    );
  };
}

/**
 * What is not whole in the window as it is: words broken without a hyphen, codes and ranges broken at theirs, words
 * cut off or outside their cell or title, formulas cut without a sign that they scroll, wide spaces in a justified line, SVG text outside
 * its frame. What lies in a scrolling box with a sign (`data-scrolls`) is whole.
 */
export function findBroken(page: Page): Promise<string[]> {
  return page.evaluate(lookAtWords);
}

async function lookAtWords(): Promise<string[]> {
  const { setting } = document.documentElement.dataset;
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  /** The widest space of a justified line, in ems: where letters are rounded to pixels half an em cannot be held in every line. */
  const widest = 0.6;
  const faults = new Set<string>();
  const report = (kind: string, element: Element, words: string) =>
    faults.add(`${kind} · ${(element.closest('[id]')?.id ?? '') || 'page'} ${element.tagName} «${words}»`);
  const range = document.createRange();
  const { clientWidth } = document.documentElement;

  /** How far text may reach to the sides where a box of its ancestors cuts it; nothing where that box scrolls with a sign. */
  const clips = new Map<Element, { left: number; right: number } | null>();
  const clipOf = (element: Element | null): { left: number; right: number } | null => {
    if (!element) return { left: 0, right: clientWidth };
    const stored = clips.get(element);
    if (stored !== undefined) return stored;
    const { overflowX, backgroundImage, display, position, textOverflow } = getComputedStyle(element);
    const outer = position === 'fixed' ? { left: 0, right: clientWidth } : clipOf(element.parentElement);
    let clip = outer;
    if (overflowX !== 'visible' && !/^inline$|contents/.test(display) && outer) {
      const { left, right } = element.getBoundingClientRect();
      const scrolls = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const hasSign = element.matches('[data-scrolls]') && backgroundImage !== 'none';
      const hasEllipsis = textOverflow === 'ellipsis' && !/flex|grid/.test(display);
      // The chat's row of questions slides under the finger: its cut words are the sign.
      const isRow = element.matches('.terminal-suggestions');
      if ((scrolls && (hasSign || isRow)) || hasEllipsis) clip = null;
      else clip = { left: Math.max(left, outer.left), right: Math.min(right, outer.right) };
    }
    clips.set(element, clip);
    return clip;
  };

  /** Whether the same lines of a text were looked at in another window. */
  const isLookedAt = (node: Text, boxes: readonly DOMRect[]): boolean => {
    const lines = boxes.map(({ width }) => Math.round(width * 4)).join(' ');
    const before = (node as { linesLookedAt?: Set<string> }).linesLookedAt ?? new Set();
    if (before.has(lines)) return true;
    Object.assign(node, { linesLookedAt: before.add(lines) });
    return false;
  };

  /** Whether a number set in the margin of its title. */
  const isOutOfFlow = (element: Element | null, frame: Element | null): boolean =>
    element !== null &&
    element !== frame &&
    (getComputedStyle(element).position === 'absolute' || isOutOfFlow(element.parentElement, frame));

  /** Whether a text begins with a letter that its paragraph sets by itself. */
  const isInitial = (node: Text, parent: Element): boolean => {
    const block = parent.closest('p');
    if (!block) return false;
    const initial = getComputedStyle(block, '::first-letter');
    if (initial.float === 'none' && /^(?:normal)?$/.test(initial.getPropertyValue('initial-letter')))
      return false;
    return document.createTreeWalker(block, NodeFilter.SHOW_TEXT).nextNode() === node;
  };

  /** Where a word is broken, the character before the break. */
  const breakOf = (node: Text, start: number, end: number): string | null => {
    let before: DOMRect | undefined;
    for (let at = start; at < end; at += 1) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = [...range.getClientRects()].findLast(({ width }) => width > 0);
      if (!box) continue;
      if (before && Math.abs(box.top - before.top) > 3) return node.data[at - 1] ?? '';
      before = box;
    }
    return null;
  };

  const lookAtText = (node: Text, parent: HTMLElement) => {
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
    if (boxes.length === 0) return;
    const { color, fontSize, textAlign } = getComputedStyle(parent);
    if (color === 'rgba(0, 0, 0, 0)') return;
    const clip = clipOf(parent);
    const [left, right] = [Math.min(...boxes.map((b) => b.left)), Math.max(...boxes.map((b) => b.right))];
    const words = node.data.trim().replaceAll('\u00ad', '').slice(0, 40);
    const trailing = setting === 'spaced' ? 0.12 * parseFloat(fontSize) : 0;
    if (clip && (left < clip.left - 1 || right - trailing > clip.right + 1)) report('cut', parent, words);
    const frame = parent.closest('td, th, h1, h2, h3, h4, figcaption, button');
    const edge = isOutOfFlow(parent, frame) ? undefined : frame?.getBoundingClientRect();
    if (edge && clip && (left < edge.left - 1 || right - trailing > edge.right + 1))
      report('outside', parent, words);
    const isJustified = textAlign === 'justify' && setting !== 'spaced';
    if ((boxes.length < 2 && !isJustified) || isLookedAt(node, boxes)) return;
    // An initial stands by itself.
    const initials = isInitial(node, parent) ? 1 : 0;
    let previous: DOMRect | undefined;
    for (const { 0: word, index: start } of node.data.matchAll(/[^\s\u00a0\u202f]+/g)) {
      const index = start + (start < initials ? initials : 0);
      range.setStart(node, index);
      range.setEnd(node, start + word.length);
      const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
      const [first, last] = [parts[0], parts.at(-1)];
      if (!first || !last) continue;
      const isBeside = previous !== undefined && Math.abs(first.top - previous.top) < 3;
      if (isJustified && isBeside && first.left - (previous?.right ?? 0) > parseFloat(fontSize) * widest)
        report('wide', parent, words);
      previous = last;
      if (word.length < 3 || Math.abs(last.top - first.top) < 4) continue;
      const at = breakOf(node, index, start + word.length);
      if (at === null || /[\u00ad—]/.test(at)) continue;
      const isCode = /\d[-–]|[A-Z]-|[-–]\d/.test(word);
      if (!/[-–/]/.test(at)) report('word', parent, word);
      else if (isCode && at !== '/') report('code', parent, word);
    }
  };

  const lookAtDrawing = (drawing: SVGSVGElement) => {
    const box = drawing.getBoundingClientRect();
    if (box.width < 100) return;
    // A band or a ground, without an outline, frames nothing.
    const frames = [...drawing.querySelectorAll('rect')]
      .filter((rect) => getComputedStyle(rect).stroke !== 'none')
      .map((rect) => rect.getBoundingClientRect())
      .filter(({ width, height }) => width > 60 && height > 20);
    for (const text of drawing.querySelectorAll('text')) {
      const words = text.getBoundingClientRect();
      if (words.width === 0 || text.closest('defs')) continue;
      const [x, y] = [words.left + words.width / 2, words.top + words.height / 2];
      const around = frames
        .filter((frame) => frame.left <= x && frame.right >= x && frame.top <= y && frame.bottom >= y)
        .filter((frame) => frame.width > words.width * 0.9)
        .sort((a, b) => a.width * a.height - b.width * b.height)[0];
      const frame = around ?? box;
      if (words.right > frame.right + 0.5 || words.left < frame.left - 0.5)
        report('drawing', drawing, text.textContent.trim().slice(0, 40));
    }
  };

  const hidden = 'svg, math, script, style, noscript, textarea, option, .sr-only, .skip-link';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: parent, data } = node as Text;
    if (!parent || data.trim() === '' || parent.closest(hidden)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    lookAtText(node as Text, parent);
  }
  for (const formula of document.querySelectorAll('.formula, .formula-inline')) {
    if (formula.clientWidth === 0 || clipOf(formula) === null) continue;
    const math = formula.querySelector('math')?.getBoundingClientRect();
    const clip = clipOf(formula);
    if (math && clip && math.right > clip.right + 1)
      report('formula', formula, formula.textContent.slice(0, 30));
  }
  document.querySelectorAll<SVGSVGElement>('main figure .plate > svg').forEach(lookAtDrawing);
  return [...faults];
}
