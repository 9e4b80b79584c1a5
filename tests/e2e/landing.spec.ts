import { gzipSync } from 'node:zlib';
import type { Locator, Page, Request } from 'playwright/test';
import { book } from '#content/book.ts';
import { landing } from '#content/landing.ts';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { isComplaint } from '../support/complaints.ts';
import { expect, takenUp, test } from '../support/site.ts';
import { drawFrames } from '../support/frames.ts';

// The landing page, sentence by sentence of the specification's section 2 («Landing page»), 4, 5, 8 and 9.

/** The addresses asked for so far that match. */
function watch(page: Page, matches: (url: URL) => boolean): string[] {
  const seen: string[] = [];
  page.on('request', (request: Request) => {
    const url = new URL(request.url());
    if (matches(url)) seen.push(url.pathname);
  });
  return seen;
}

const playing = (audio: Locator) => audio.evaluate((element: HTMLAudioElement) => !element.paused);

async function noStreamingService(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('https://open.spotify.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>lettore</title>' });
  });
  return asked;
}

test.describe('the first screen', () => {
  test('has a title, a banner 400 px high and two buttons', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(book.title);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await page.getByTestId('hero-banner').boundingBox())?.height).toBe(400);
    }
    const words = page.locator('.hero-words');
    await expect(words.getByRole('link')).toHaveCount(2);
    await words.getByRole('link', { name: landing.hero.buttonBuy }).click();
    await expect(page).toHaveURL(/\/#acquista$/);
    await expect(page.locator('#acquista')).toBeInViewport();
  });

  test('leads to the chat without loading the page again', async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const button = page.locator('.hero-words').getByRole('link', { name: landing.hero.buttonChat });
    await takenUp(button);
    await button.click();
    await expect(page).toHaveURL(/\/chat$/);
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  test('opens where an address with an anchor points', async ({ page }) => {
    await page.goto('/#colonna-sonora');
    await expect(page.locator('#colonna-sonora')).toBeInViewport();
  });

  test('moves only for who wants it, and stops off the screen and at its button', async ({ page }) => {
    await page.goto('/');
    const loop = page.locator('.hero-loop');
    const moves = () => loop.evaluate((video: HTMLVideoElement) => !video.paused);
    await expect.poll(moves).toBe(true);
    expect(
      await loop.evaluate((video: HTMLVideoElement) => video.muted && video.playsInline && video.loop),
    ).toBe(true);
    await page.locator('#colonna-sonora').scrollIntoViewIfNeeded();
    await expect.poll(moves).toBe(false);
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
    await expect.poll(moves).toBe(true);
    await page.getByRole('button', { name: 'Ferma il movimento' }).click();
    await expect.poll(moves).toBe(false);
  });

  test('never loads the loop under reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const videos = watch(page, ({ pathname }) => /\.(webm|mp4)$/.test(pathname));
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(videos).toEqual([]);
  });

  test('never loads the loop for who saves data', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    const videos = watch(page, ({ pathname }) => /\.(webm|mp4)$/.test(pathname));
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(videos).toEqual([]);
  });
});

test.describe('the book', () => {
  test('shows cover, synopsis, a buy button to its own section, and four excerpts', async ({ page }) => {
    await page.goto('/');
    const section = page.locator('#acquista');
    const cover = section.getByRole('img', { name: /^Copertina/ });
    await cover.scrollIntoViewIfNeeded();
    await expect
      .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    for (const paragraph of landing.synopsis) await expect(section.getByText(paragraph)).toBeVisible();
    await expect(section.getByRole('link', { name: 'Acquista' })).toHaveAttribute('href', '#acquista');
    await expect(section.getByRole('article')).toHaveCount(4);
    for (const title of ['Bisonti Meccanici', 'Il Mercato', 'Ferro', 'Il Kivgiq']) {
      const card = section.getByRole('article', { name: title });
      await expect(card.getByRole('heading', { name: title })).toBeVisible();
      await expect(card.locator('audio[controls]')).toHaveCount(1);
    }
  });

  test('plays one recording at a time', async ({ page }) => {
    await page.goto('/');
    const audio = page.locator('#acquista audio');
    await takenUp(audio.first());
    const start = (index: number) => audio.nth(index).evaluate((element: HTMLAudioElement) => element.play());
    await start(0);
    await expect
      .poll(() => audio.nth(0).evaluate((element: HTMLAudioElement) => element.currentTime))
      .toBeGreaterThan(0);
    await start(2);
    await expect.poll(() => playing(audio.nth(0))).toBe(false);
    expect(await playing(audio.nth(2))).toBe(true);
    await page.getByRole('button', { name: 'Riproduci' }).click();
    await expect.poll(() => playing(audio.nth(2))).toBe(false);
    await start(3);
    await expect(page.getByRole('button', { name: 'Riproduci' })).toBeVisible();
  });

  test('gives the words of a recording to who asks for them', async ({ page }) => {
    await page.goto('/');
    const card = page.getByRole('article', { name: 'Ferro' });
    await takenUp(card);
    await card.getByText('Leggi l’estratto').click();
    await expect(card.getByText('Al secondo boccone qualcosa respirò.')).toBeVisible();
  });
});

test.describe('the audiobook', () => {
  const player = (page: Page) => page.getByRole('group', { name: 'Lettore dell’audiolibro' });

  test('toggles, shows mm:ss, and draws the wave on an 800×120 canvas while it plays', async ({ page }) => {
    const sources = watch(page, ({ pathname }) => pathname.endsWith('.mp3'));
    await page.goto('/');
    await expect(page.getByTestId('audiobook-current')).toHaveText('00:00');
    await expect(page.getByTestId('audiobook-total')).toHaveText('06:16');
    const canvas = page.locator('canvas');
    await expect(canvas).toHaveAttribute('width', '800');
    await expect(canvas).toHaveAttribute('height', '120');
    await canvas.scrollIntoViewIfNeeded();

    /** How many rows of the canvas are lit: one or two at rest, many while a voice speaks. */
    const litRows = () =>
      canvas.evaluate((element: HTMLCanvasElement) => {
        const pixels = element.getContext('2d')?.getImageData(0, 0, 800, 120).data ?? [];
        const lit = new Set<number>();
        for (let alpha = 3; alpha < pixels.length; alpha += 4)
          if ((pixels[alpha] ?? 0) > 40) lit.add(Math.floor(alpha / 3200));
        return lit.size;
      });
    await player(page).getByRole('button', { name: 'Riproduci' }).click();
    await expect.poll(litRows).toBeGreaterThan(30);
    await expect(page.getByTestId('audiobook-current')).toHaveText(/^00:0[1-9]$/);
    expect(sources).toContain('/public-objects/audio/capitolo-1-il-mercato.mp3');

    await player(page).getByRole('button', { name: 'Metti in pausa' }).click();
    await expect.poll(litRows).toBeLessThan(20);
    expect(await playing(player(page).locator('audio'))).toBe(false);
  });

  test('draws nothing off the screen', async ({ page }) => {
    await page.goto('/');
    await player(page).getByRole('button', { name: 'Riproduci' }).click();
    await page.evaluate(() => {
      const counted = window as unknown as { drawn: number };
      counted.drawn = 0;
      const { fillRect } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillRect = function (...rectangle) {
        counted.drawn += 1;
        fillRect.apply(this, rectangle);
      };
    });
    const drawn = () => page.evaluate(() => (window as unknown as { drawn: number }).drawn);
    await expect.poll(drawn).toBeGreaterThan(10);
    await page.locator('.footer').scrollIntoViewIfNeeded();
    await expect
      .poll(async () => {
        const before = await drawn();
        await drawFrames(page, 30);
        return (await drawn()) - before;
      })
      .toBe(0);
    expect(await playing(player(page).locator('audio'))).toBe(true);
  });

  test('obeys the keyboard, remembers the place and the speed, names itself to the system', async ({
    page,
  }) => {
    await page.goto('/');
    const position = player(page).getByRole('slider', { name: 'Posizione' });
    await takenUp(position);
    await position.focus();
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByTestId('audiobook-current')).toHaveText('00:15');
    await expect(position).toHaveAttribute('aria-valuetext', '15 secondi di 6 minuti e 16 secondi');
    await page.keyboard.press('Space');
    await expect(player(page).getByRole('button', { name: 'Metti in pausa' })).toBeVisible();
    await expect(page.getByTestId('audiobook-current')).toHaveText(/^00:1[6-9]$/);
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(landing.audiobook.title);
    await page.keyboard.press('Space');
    await expect(player(page).getByRole('button', { name: 'Riproduci' })).toBeVisible();
    await player(page).getByLabel('Velocità').selectOption('1.5');

    await page.reload();
    await expect(page.getByTestId('audiobook-current')).toHaveText(/^00:1[6-9]$/);
    await expect(player(page).getByLabel('Velocità')).toHaveValue('1.5');
    await player(page).getByRole('button', { name: 'Riproduci' }).click();
    const audio = player(page).locator('audio');
    await expect
      .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
      .toBeGreaterThan(16);
    expect(await audio.evaluate((element: HTMLAudioElement) => element.playbackRate)).toBe(1.5);
  });

  test('says so when the recording does not arrive', async ({ page }) => {
    await page.route('**/capitolo-1-il-mercato.mp3', (route) => route.abort());
    await page.goto('/');
    await player(page).getByRole('button', { name: 'Riproduci' }).click();
    await expect(player(page).getByRole('alert')).toHaveText(
      'La registrazione non arriva. Riprova fra poco.',
    );
    await page.unroute('**/capitolo-1-il-mercato.mp3');
    await player(page).getByRole('button', { name: 'Riproduci' }).click();
    await expect(player(page).getByRole('alert')).toBeHidden();
    await expect(page.getByTestId('audiobook-current')).toHaveText(/^00:0[1-9]$/);
  });
});

test.describe('the world', () => {
  const open = (page: Page) => page.getByRole('button', { name: 'Apri la galleria' });

  test('opens a gallery of images with title and description, and closes it', async ({ page }) => {
    const asked = watch(page, ({ pathname }) => pathname === '/api/gallery-images');
    await page.goto('/');
    await open(page).scrollIntoViewIfNeeded();
    expect(asked).toEqual([]);
    await open(page).click();
    const dialog = page.getByRole('dialog', { name: landing.world.title });
    await expect(dialog.getByRole('figure')).toHaveCount(12);
    expect(asked).toHaveLength(1);
    const first = dialog.getByRole('figure').first();
    await expect(first).toContainText('Aurora sulla Linea Alta');
    await expect(first).toContainText('I vecchi dicono che sia il 1978 che continua a passare.');
    await expect(first.getByRole('img')).toHaveAttribute('loading', 'lazy');
    await dialog.getByRole('button', { name: 'Chiudi' }).click();
    await expect(dialog).toBeHidden();
    await expect(open(page)).toBeFocused();
    await open(page).click();
    await expect(dialog.getByRole('figure')).toHaveCount(12);
    expect(asked).toHaveLength(1);
  });

  test('says when there is no image', async ({ page }) => {
    await page.route('**/api/gallery-images', (route) => route.fulfill({ json: [] }));
    await page.goto('/');
    await open(page).click();
    await expect(page.getByText('Nessuna immagine disponibile al momento.')).toBeVisible();
  });

  test('shows that it loads, says when it fails, and tries again', async ({ page }) => {
    let fail = () => {};
    const failed = new Promise<void>((resolve) => (fail = resolve));
    await page.route('**/api/gallery-images', async (route) => {
      await failed;
      await route.fulfill({ status: 503, json: { message: 'Chiuso.', code: 'UNAVAILABLE' } });
    });
    await page.goto('/');
    await open(page).click();
    await expect(page.getByText('Sviluppo delle lastre in corso…')).toBeVisible();
    fail();
    await expect(page.getByText('Le immagini non arrivano.')).toBeVisible();
    await page.unroute('**/api/gallery-images');
    await page.getByRole('button', { name: 'Riprova' }).click();
    await expect(page.getByRole('figure')).toHaveCount(12);
  });

  test('shows one image at its full size, with arrows, swipe and Escape', async ({ page }) => {
    await page.goto('/');
    await open(page).click();
    const ferro = page.getByRole('button', { name: 'Ingrandisci: Ferro' });
    await ferro.click();
    const view = (name: string) => page.getByRole('dialog', { name, exact: true });
    await expect(view('Ferro').getByRole('img')).toHaveAttribute('alt', /^Un orso meccanico bianco/);
    await page.keyboard.press('ArrowRight');
    await expect(view('L’Ironwind sul viadotto')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(view('Bisonti all’alba')).toBeVisible();
    await page.getByRole('button', { name: 'Immagine successiva' }).click();

    const frame = await page.locator('.gallery-frame').boundingBox();
    if (!frame) throw new Error('no frame');
    const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 120, y + 10);
    await page.mouse.up();
    await expect(view('L’Ironwind sul viadotto')).toBeVisible();

    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: landing.world.title })).toBeVisible();
    await expect(ferro).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(open(page)).toBeFocused();
  });
});

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
    input: page.getByPlaceholder('Parola trovata nel libro'),
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

  for (const [name, answer] of [
    ['a refusal', { status: 400, json: { message: 'Altro testo.', code: 'INVALID_CODE' } }],
    ['too many attempts', { status: 429, json: { message: 'Aspetta.', code: 'RATE_LIMITED' } }],
    ['a broken server', { status: 500, body: '<h1>oops</h1>' }],
    ['no network', undefined],
  ] as const) {
    test(`gives one answer to a word that fails: ${name}`, async ({ page }) => {
      await page.route('**/api/music-codes/validate', (route) =>
        answer ? route.fulfill(answer) : route.abort(),
      );
      await page.goto('/');
      const { input, button } = form(page);
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
    });
  }

  test('takes the real server’s refusal of an unknown word', async ({ page }) => {
    await page.goto('/');
    const { input } = form(page);
    await input.fill('non esiste');
    await input.press('Enter');
    await expect(page.locator('.toast')).toContainText('Il codice inserito non è corretto. Riprova.');
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
  test('introduces itself to search engines and messages, within its own policy', async ({ page }) => {
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
    await page.waitForLoadState('networkidle');
    expect(complaints).toEqual([]);
  });

  test('asks nothing of other sites and at most 150 kB of script', async ({ page, site }) => {
    const strangers = watch(page, ({ origin }) => origin !== site.url);
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    const bytes = (await Promise.all(scripts)).reduce(
      (sum, body) => sum + gzipSync(body, { level: 9 }).length,
      0,
    );
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(150_000);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    expect(strangers).toEqual([]);
  });

  for (const width of [360, 768, 1440]) {
    test(`fits ${width} px, and nothing shifts`, async ({ page }) => {
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
      await expectNoSideways(page);
    });
  }

  test('breaks no rule of accessibility, with its dialogs closed and open', async ({ page }) => {
    await noStreamingService(page);
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Apri la galleria' }).click();
    await expect(page.getByRole('figure')).toHaveCount(12);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Ingrandisci: Ferro' }).click();
    await expect(page.getByRole('dialog', { name: 'Ferro' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Apri la galleria' })).toBeFocused();

    await page.getByPlaceholder('Parola trovata nel libro').fill('CAMEMORO');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Trecento spire' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Privacy e cookie' }).click();
    await expect(page.getByRole('dialog', { name: 'Privacy e cookie' })).toBeVisible();
    await expectAccessible(page);
  });
});
