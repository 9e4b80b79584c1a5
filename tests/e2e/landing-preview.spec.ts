import type { Page } from 'playwright/test';
import { book } from '#content/book.ts';
import { landing } from '#content/landing.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { isComplaint } from '../support/complaints.ts';
import { expect, takenUp, test } from '../support/site.ts';
import { drawFrames } from '../support/frames.ts';
import { watch, noStreamingService } from '../support/landing.ts';

test.describe('the preview of the chat', () => {
  const isClip = ({ pathname }: URL) => /\/video\/.*\.(webm|mp4)$/.test(pathname);
  const shown = (page: Page) => page.locator('.preview video[data-visible="in"]');
  const current = (page: Page) => page.locator('.preview-indicators [aria-current="true"]');

  test('loads nothing before it is near, then alternates two videos with a cross-fade', async ({ page }) => {
    const asked = watch(page, (url) => url.pathname.includes('/video/'));
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);

    await page.locator('.preview').scrollIntoViewIfNeeded();
    await expect(page.locator('.preview video')).toHaveCount(2);
    await expect(shown(page)).toHaveCount(1);
    expect(asked[0]).toMatch(/\.webp$/);
    await expect
      .poll(() => shown(page).evaluate((video: HTMLVideoElement) => !video.paused && video.muted))
      .toBe(true);

    const layer = await shown(page).getAttribute('data-layer');
    const clip = await current(page).getAttribute('aria-label');
    // The page itself notes when the views change: a loaded machine may look too late.
    await page.evaluate(() => {
      const noted = Object.assign(window, { remaining: NaN, fadeBegan: NaN, fadeEnded: NaN });
      new MutationObserver((changes) => {
        for (const { target, oldValue } of changes) {
          if (!(target instanceof HTMLVideoElement)) continue;
          if (target.dataset.visible === 'out') {
            noted.remaining = target.duration - target.currentTime;
            noted.fadeBegan = performance.now();
          } else if (oldValue === 'out') noted.fadeEnded = performance.now();
        }
      }).observe(document.querySelector('.preview') ?? document, {
        subtree: true,
        attributeFilter: ['data-visible'],
        attributeOldValue: true,
      });
    });
    const duration = () => shown(page).evaluate((video: HTMLVideoElement) => video.duration);
    await expect.poll(duration).toBeGreaterThan(3);
    await shown(page).evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 3;
    });
    await expect(current(page)).not.toHaveAttribute('aria-label', clip ?? '');
    expect(await shown(page).getAttribute('data-layer')).not.toBe(layer);
    expect(await shown(page).evaluate((video) => getComputedStyle(video).transitionDuration)).toBe('1s');
    const noted = () =>
      page.evaluate(() => {
        const { remaining, fadeBegan, fadeEnded } = window as unknown as Record<string, number>;
        return { remaining, fade: (fadeEnded ?? NaN) - (fadeBegan ?? NaN) };
      });
    await expect.poll(async () => (await noted()).fade).toBeGreaterThanOrEqual(990);
    const { remaining, fade } = await noted();
    expect(remaining).toBeLessThanOrEqual(1);
    expect(remaining).toBeGreaterThan(0);
    expect(fade).toBeLessThan(1600);
  });

  test('jumps to the clip of an indicator', async ({ page }) => {
    await page.goto('/');
    await page.locator('.preview').scrollIntoViewIfNeeded();
    for (const title of ['Ferro', 'Bisonti Meccanici', 'Ironwind']) {
      const indicator = page.getByRole('button', { name: new RegExp(`^Video \\d di 4: ${title}$`) });
      await indicator.click();
      await expect(indicator).toHaveAttribute('aria-current', 'true');
      const name = { Ferro: 'ferro', 'Bisonti Meccanici': 'bisonti', Ironwind: 'ironwind' }[title];
      await expect(shown(page)).toHaveAttribute('src', new RegExp(name ?? ''));
      await expect
        .poll(() => shown(page).evaluate((video: HTMLVideoElement) => video.currentTime))
        .toBeGreaterThan(0);
    }
  });

  test('stops at its button and off the screen', async ({ page }) => {
    await page.goto('/');
    await page.locator('.preview').scrollIntoViewIfNeeded();
    const moves = () =>
      page
        .locator('.preview video')
        .evaluateAll((videos: HTMLVideoElement[]) => videos.some(({ paused }) => !paused));
    await expect.poll(moves).toBe(true);
    await page.getByRole('button', { name: 'Ferma l’anteprima' }).click();
    await expect.poll(moves).toBe(false);
    await page.getByRole('button', { name: 'Avvia l’anteprima' }).click();
    await expect.poll(moves).toBe(true);
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
    await expect.poll(moves).toBe(false);
  });

  test('waits, on its poster, under reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const clips = watch(page, isClip);
    await page.goto('/');
    await page.locator('.preview').scrollIntoViewIfNeeded();
    await expect(page.locator('.preview img')).toBeVisible();
    await expect(page.locator('.preview video')).toHaveCount(2);
    await drawFrames(page, 30);
    expect(clips).toEqual([]);
    const sources = page.locator('.preview video').evaluateAll((videos: HTMLVideoElement[]) => {
      return videos.map(({ currentSrc }) => currentSrc);
    });
    expect(await sources).toEqual(['', '']);
    await page.getByRole('button', { name: 'Avvia l’anteprima' }).click();
    await expect.poll(() => clips.length).toBeGreaterThan(0);
  });

  test('reloads a failing video once, then gives it up silently', async ({ page }) => {
    const asked: string[] = [];
    await page.route(isClip, (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.abort();
    });
    const crashes: Error[] = [];
    page.on('pageerror', (error) => crashes.push(error));
    await page.goto('/');
    await page.locator('.preview').scrollIntoViewIfNeeded();
    await expect.poll(() => asked.length).toBe(8);
    const loading = () =>
      page
        .locator('.preview video[src]')
        .evaluateAll((videos) => videos.filter((video) => !(video as HTMLVideoElement).error).length);
    await expect.poll(loading).toBe(0);
    await drawFrames(page, 30);
    for (const path of new Set(asked)) expect(asked.filter((other) => other === path)).toHaveLength(2);
    expect(asked).toHaveLength(8);
    await expect(page.locator('.preview img')).toBeVisible();
    await expect(page.locator('.toast')).toHaveCount(0);
    expect(crashes).toEqual([]);
  });
});

test('explains itself in three steps and three cards', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Come funziona' })).toBeVisible();
  await expect(page.locator('.steps li')).toHaveCount(3);
  for (const { title, text } of [...landing.howItWorks.steps, ...landing.features]) {
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.locator('.features li')).toHaveCount(3);
});

test.describe('the soundtrack', () => {
  const form = (page: Page) => ({
    input: page.getByPlaceholder('Parola o codice del libro'),
    button: page.locator('.soundtrack form').getByRole('button'),
  });

  test('does nothing with an empty word', async ({ page }) => {
    const asked = watch(page, ({ pathname }) => pathname === '/api/music-codes/validate');
    await page.goto('/');
    const { input, button } = form(page);
    await expect(button).toBeDisabled();
    await input.fill('   ');
    await expect(button).toBeDisabled();
    await input.press('Enter');
    expect(asked).toEqual([]);
  });

  test('verifies a word, opens its track, and keeps it within reach', async ({ page }) => {
    const player = await noStreamingService(page);
    let sent: unknown;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/music-codes/validate', async (route) => {
      sent = route.request().postDataJSON();
      await answered;
      await route.continue();
    });
    await page.goto('/');
    const { input, button } = form(page);
    await takenUp(input);
    await input.fill('  luna nuova ');
    await input.press('Enter');
    await expect(button).toHaveText('Verifica…');
    await expect(button).toBeDisabled();
    await expect(input).toBeDisabled();
    expect(player).toEqual([]);
    answer();

    const dialog = page.getByRole('dialog', { name: 'Ago fermo sul quattro' });
    await expect(dialog).toContainText('Quartetto Bachelite');
    await expect(dialog).toContainText('Per oscillatori a valvola');
    expect(sent).toEqual({ code: 'luna nuova' });
    const frame = dialog.locator('iframe');
    await expect(frame).toHaveAttribute('src', 'https://open.spotify.com/embed/track/3nQx7LmT0aVb9cRk2WsYdZ');
    await expect(frame).toHaveAttribute('height', '152');
    expect((await frame.boundingBox())?.height).toBe(152);
    await expect(dialog.getByRole('link', { name: 'Apri la traccia su Spotify' })).toHaveAttribute(
      'href',
      'https://open.spotify.com/track/3nQx7LmT0aVb9cRk2WsYdZ',
    );
    const notice = page.locator('.toast');
    await expect(notice).toContainText('Codice valido');
    await expect(notice).toContainText('Traccia sbloccata: Ago fermo sul quattro');
    await expectAccessible(page);

    await dialog.getByRole('button', { name: 'Chiudi' }).click();
    await expect(dialog).toBeHidden();
    await expect(input).toHaveValue('');
    await expect(input).toBeFocused();

    await page.reload();
    await page.getByRole('button', { name: /Ago fermo sul quattro/ }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: /Ago fermo sul quattro/ })).toBeFocused();
  });

  test('gives one answer to a word that fails, whatever the reason', async ({ page }) => {
    await page.goto('/');
    const { input, button } = form(page);
    await takenUp(input);
    for (const [name, answer] of [
      ['a refusal', { status: 400, json: { message: 'Altro testo.', code: 'INVALID_CODE' } }],
      ['too many attempts', { status: 429, json: { message: 'Aspetta.', code: 'RATE_LIMITED' } }],
      ['a broken server', { status: 500, body: '<h1>oops</h1>' }],
      ['no network', undefined],
      ['the real server’s', 'real'],
    ] as const)
      await test.step(name, async () => {
        await page.unrouteAll();
        if (answer !== 'real')
          await page.route('**/api/music-codes/validate', (route) =>
            answer ? route.fulfill(answer) : route.abort(),
          );
        await input.fill('parola');
        await button.click();
        const notice = page.locator('.toast');
        await expect(notice).toHaveAttribute('data-tone', 'destructive');
        await expect(notice).toContainText('Codice non valido');
        await expect(notice).toContainText('Il codice inserito non è corretto. Riprova.');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(input).toBeEnabled();
        await expect(input).toHaveValue('parola');
        await expect(input).toBeFocused();
        await notice.getByRole('button').click();
        await expect(notice).toHaveCount(0);
      });
  });

  test('says that the player of a track does not come without a network, and shows it when the line is back', async ({
    page,
    context,
  }) => {
    const track = { trackTitle: 'Ago fermo', spotifyUrl: '3nQx7LmT0aVb9cRk2WsYdZ' };
    await page.route('**/api/music-codes/validate', (route) => route.fulfill({ json: track }));
    await page.route('https://open.spotify.com/**', (route) => route.fulfill({ body: 'lettore' }));
    await page.goto('/');
    const { input } = form(page);
    await input.fill('ago');
    await input.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ago fermo' });
    await expect(dialog.locator('iframe')).toHaveAttribute('height', '152');
    await context.setOffline(true);
    await expect(dialog.getByRole('status')).toContainText('il lettore di Spotify non passa');
    await expect(dialog.locator('iframe')).toHaveCount(0);
    await context.setOffline(false);
    await expect(dialog.locator('iframe')).toHaveAttribute('height', '152');
  });

  test('leaves its red notice behind when the reader goes to the chat', async ({ page }) => {
    await page.goto('/');
    const { input } = form(page);
    await input.fill('non esiste');
    await input.press('Enter');
    const notice = page.locator('.toast');
    await expect(notice).toBeVisible();
    await page.getByRole('link', { name: 'in chat', exact: true }).click();
    await expect(page).toHaveURL(/\/chat/);
    // Its clock stands still under the pointer: it would be here for good.
    await expect(notice).toBeHidden({ timeout: 2_000 });
  });
});

test.describe('the end of the page', () => {
  test('calls into the chat, names its author and its machine', async ({ page }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('Le risposte in chat sono generate da un programma');
    await expect(footer.getByRole('link', { name: 'Chat' })).toHaveAttribute('href', '/chat');
    await page.getByRole('link', { name: landing.finalCta.button }).click();
    await expect(page).toHaveURL(/\/chat$/);
  });

  test('has the locomotive of its train in sight, and the sun behind the line', async ({ page }) => {
    await page.goto('/');
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const [lamp, line, sun] = await Promise.all(
        ['.sunrise-line circle', '.sunrise-line', '.sunrise-sun'].map((part) =>
          page.locator(part).boundingBox(),
        ),
      );
      expect((lamp?.x ?? width) + (lamp?.width ?? 0)).toBeLessThan(width);
      expect((sun?.y ?? 0) + (sun?.height ?? 0)).toBeGreaterThan(line?.y ?? Infinity);
    }
  });

  test('says what it keeps, and forgets what is in the browser', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('colonna-sonora', JSON.stringify([{ trackTitle: 'Prova', spotifyUrl: 'x' }]));
    });
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Prova' })).toBeVisible();
    const privacy = page.getByRole('button', { name: 'Privacy e cookie' });
    await privacy.click();
    const dialog = page.getByRole('dialog', { name: 'Privacy e cookie' });
    await expect(dialog).toContainText('Un solo cookie, tecnico');
    await dialog.getByRole('button', { name: 'Dimentica quello che c’è in questo browser' }).click();
    await expect(dialog.getByRole('status')).toHaveText(/^Fatto/);
    await page.keyboard.press('Escape');
    await expect(privacy).toBeFocused();
    await expect(page.getByRole('button', { name: 'Prova' })).toHaveCount(0);
  });
});

test.describe('the page as a whole', () => {
  test('introduces itself to search engines and messages, within its own policy, and asks nothing of other sites', async ({
    page,
    site,
  }) => {
    const strangers = watch(page, ({ origin }) => origin !== site.url);
    const complaints: string[] = [];
    page.on('console', (message) => isComplaint(message) && complaints.push(message.text()));
    await page.goto('/');
    await expect(page).toHaveTitle(`${book.title}. ${book.subtitle} · ${book.author}`);
    const content = (selector: string) => page.locator(selector).getAttribute('content');
    expect(await content('meta[name="description"]')).toBe(book.description);
    const image = await content('meta[property="og:image"]');
    // Whole where the site knows its address (PUBLIC_URL), which this one was not told.
    expect(image).toBe('/public-objects/cover/og.jpg');
    expect((await page.request.get(image ?? '')).headers()['content-type']).toBe('image/jpeg');
    const block = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(block ?? '')).toMatchObject({
      '@type': 'Book',
      name: book.title,
      author: { name: book.author },
    });
    for (const selector of [
      'link[rel="manifest"]',
      'link[rel="icon"][type="image/svg+xml"]',
      'link[rel="apple-touch-icon"]',
    ])
      expect((await page.request.get((await page.locator(selector).getAttribute('href')) ?? '')).ok()).toBe(
        true,
      );
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    expect(complaints).toEqual([]);
    expect(strangers).toEqual([]);
  });

  for (const width of [360, 1440]) {
    test(`at ${width} px nothing shifts`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.addInitScript(() => {
        const seen = Object.assign(window, { shifts: 0, largest: '' });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
            if (!hadRecentInput) seen.shifts += value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            seen.largest = (entry as unknown as { element: Element | null }).element?.className ?? '';
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      });
      await page.goto('/');
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => (window as unknown as { largest: string }).largest)).toContain(
        'hero-still',
      );
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      for (let y = 0; y < height; y += 400) {
        await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
        await drawFrames(page, 4);
      }
      expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.01);
    });
  }
});
