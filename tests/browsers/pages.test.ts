import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articleSlugs, pages } from '#shared/pages.ts';
import { overheardSite, startFirefox, startWebKit, type OtherBrowser } from '../support/other-browsers.ts';
import { ServerProcess } from '../support/server-process.ts';

// In the engines of Safari and of Firefox every page is whole at the widths of a telephone, a tablet and a desk.

const widths = [390, 768, 1440];

/** What a page says of itself, once its scripts have run. In the page. */
const look = `
  const tall = [...document.querySelectorAll('.figure-frame')].flatMap((frame) => {
    const { paddingTop, paddingBottom } = getComputedStyle(frame);
    const room = frame.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
    return [...frame.querySelectorAll('.plate, .plate > svg, img')]
      .filter((drawing) => drawing.getBoundingClientRect().height > room + 1)
      .map((drawing) => frame.parentElement.id + ' ' + drawing.getBoundingClientRect().height + ' > ' + room);
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    width: innerWidth,
    frames: document.querySelectorAll('.figure-frame').length,
    tall,
    sideways: scrollWidth - clientWidth,
    failures: globalThis.scriptFailures,
  };`;

/** Whether the window has its width, its scripts have taken it up, and its plates are drawn: they are asked for as for paper, all at once. In the page. */
const isDrawn = (width: number) => `
  if (innerWidth !== ${width}) return false;
  if (!Object.keys(document.querySelector('#root > *') ?? {}).some((key) => key.startsWith('__react'))) return false;
  dispatchEvent(new Event('beforeprint'));
  dispatchEvent(new Event('afterprint'));
  return [...document.querySelectorAll('.plate')].every((plate) => plate.querySelector('svg'));`;

describe.each(['WebKit', 'Firefox'])('%s', (engine) => {
  let folder: string;
  let site: ServerProcess;
  let overheard: Awaited<ReturnType<typeof overheardSite>>;
  let browser: OtherBrowser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferro-pages-'));
    site = new ServerProcess(folder);
    await site.start();
    overheard = await overheardSite(site.url);
    browser = engine === 'WebKit' ? await startWebKit() : await startFirefox(join(folder, 'page.pdf'));
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    overheard.close();
    await site.end();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(pages)('%s', { timeout: 120_000 }, async (path) => {
    for (const width of widths) {
      await browser.setWidth(width);
      if (width === widths[0]) await browser.open(`${overheard.url}${path}`);
      await expect.poll(() => browser.run(isDrawn(width)), { timeout: 30_000 }).toBe(true);
      const seen = await browser.run<{ frames: number }>(look);
      expect(seen).toEqual({ width, frames: seen.frames, tall: [], sideways: 0, failures: [] });
      expect(seen.frames > 0).toBe(articleSlugs.some((slug) => path === `/${slug}`));
    }
  });
});
