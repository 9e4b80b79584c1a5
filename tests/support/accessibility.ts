import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from 'playwright/test';

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails when axe finds anything wrong with the page as it is now (WCAG 2.2 A and AA, and good practice). */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated, not added as a script: the site's Content-Security-Policy refuses inline scripts.
  await page.evaluate(await axe);
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then((results) => results.violations)`,
  );
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect(found).toEqual([]);
}

/** Fails when the page is wider than its window. */
export async function expectNoSideways(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}
