import type { Page } from 'playwright/test';

/** For what must not happen, or must stay so: the page draws so many frames, its observers and effects with them. */
export async function drawFrames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}
