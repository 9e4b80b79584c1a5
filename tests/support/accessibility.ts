import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import { expect, type Page } from 'playwright/test';

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails when axe finds anything wrong with the page as it is now, or with its open dialog (WCAG 2.2 A and AA, and good practice). */
export async function expectAccessible(page: Page): Promise<void> {
  // A key that is just being switched on, and a notice that comes or goes, have for a moment the contrast of neither state.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
    const most = new Promise((resolve) => setTimeout(resolve, 2_000));
    return Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), most]).then(
      () => undefined,
    );
  });
  // Evaluated, not added as a script: the site's Content-Security-Policy refuses inline scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axe);
  const violations = await page.evaluate<Result[]>(
    `axe.run([...document.querySelectorAll('[role=dialog]')].at(-1) ?? document, { resultTypes: ['violations'] }).then((results) => results.violations)`,
  );
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect(found).toEqual([]);
}

/** Fails when the page stays wider than its window, or its topmost dialog than itself. */
export async function expectNoSideways(page: Page): Promise<void> {
  const wider = () =>
    page.evaluate(() => {
      const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1);
      return [document.documentElement, ...(dialog ? [dialog] : [])]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ tagName, scrollWidth, clientWidth }) => `${tagName}: ${scrollWidth} > ${clientWidth}`);
    });
  await expect.poll(wider).toEqual([]);
}

/** Fails when words or keys stay cut off at a side of the window; what scrolls sideways by itself may be. */
export async function expectWordsInWindow(page: Page): Promise<void> {
  const cut = () =>
    page.evaluate(() => {
      const scrolls = (element: Element | null): boolean =>
        element !== null &&
        (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
      return [...document.querySelectorAll('body *')]
        .filter((element) =>
          [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
        )
        .filter(
          (element) =>
            element.checkVisibility({ contentVisibilityAuto: true }) &&
            !element.closest('[aria-hidden=true], .sr-only, .skip-link'),
        )
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(element);
        })
        .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`);
    });
  await expect.poll(cut).toEqual([]);
}
