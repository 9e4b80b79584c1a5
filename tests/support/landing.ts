import type { Locator, Page, Request } from 'playwright/test';

/** The addresses asked for so far that match. */
export function watch(page: Page, matches: (url: URL) => boolean): string[] {
  const seen: string[] = [];
  page.on('request', (request: Request) => {
    const url = new URL(request.url());
    if (matches(url)) seen.push(url.pathname);
  });
  return seen;
}

export const playing = (audio: Locator) => audio.evaluate((element: HTMLAudioElement) => !element.paused);

export async function noStreamingService(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('https://open.spotify.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>lettore</title>' });
  });
  return asked;
}
