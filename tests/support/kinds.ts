import type { Page } from 'playwright/test';

declare global {
  /** In the page: what an element is by its style, see {@link nameKinds}. */
  var kindOf: (element: Element) => string;
}

/**
 * Teaches the page what kind an element is: itself and what it stands in, by tags and classes, with the ground that it lies on. What is alike in
 * all of these is drawn by the same rules.
 */
export async function nameKinds(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.kindOf = (element) => {
      const chain: string[] = [];
      let ground = '';
      for (let each: Element | null = element; each; each = each.parentElement) {
        const { tagName, classList, dataset } = each as HTMLElement;
        const states = ['tone', 'state', 'speaker', 'theme'].map((name) => dataset[name] ?? '').join(',');
        chain.push(`${tagName}.${[...classList].sort().join('.')}[${states}]`);
        const { backgroundColor } = getComputedStyle(each);
        if (!ground && !/^rgba\(.*, 0\)$/.test(backgroundColor)) ground = backgroundColor;
      }
      const drawing = element.closest('svg') ? (element.closest('figure')?.id ?? '') : '';
      return `${chain.slice(0, 6).join(' < ')} on ${ground} ${drawing} ${element.getAttribute('fill') ?? ''}`;
    };
  });
}

/** Counts what was looked at by its kind: of each the first few. */
export function createSample(most: number): (kind: string) => boolean {
  const counts = new Map<string, number>();
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= most;
  };
}
