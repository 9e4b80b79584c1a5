import { expect, type Page, type Request } from 'playwright/test';

/**
 * Counts the script that a page loads from now on, headers included, as `npm run bench:web` does.
 *
 * @returns gives the bytes once no more come
 */
export function countScript(page: Page): () => Promise<number> {
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request);
  });
  return async () => {
    // They are asked for when the page stands, on a busy machine after the network has been idle for long.
    let before = 0;
    const haveCome = () => {
      const isQuiet = before > 0 && scripts.length === before;
      before = scripts.length;
      return isQuiet;
    };
    await expect.poll(haveCome, { intervals: [1000] }).toBe(true);
    const sizes = await Promise.all(scripts.map((script) => script.sizes()));
    return sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0);
  };
}
