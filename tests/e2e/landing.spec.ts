import type { Page } from 'playwright/test';
import { book } from '#content/book.ts';
import { landing } from '#content/landing.ts';
import { expect, publishedBook, takenUp, test } from '../support/site.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { drawFrames } from '../support/frames.ts';
import { watch, playing } from '../support/landing.ts';

// The landing page, sentence by sentence of the specification's section 2 («Landing page»), 4, 5, 8 and 9.

test.describe('the first screen', () => {
  test('has a title, and leads to the chat without loading the page again', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(book.title);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const button = page.locator('.hero-words').getByRole('link', { name: landing.hero.buttonChat });
    await takenUp(button);
    await button.click();
    await expect(page).toHaveURL(/\/chat$/);
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  for (const [width, height] of [
    [1280, 600],
    [1366, 657],
    [360, 600],
    [320, 568],
    [740, 360],
  ] as const)
    test(`says what it is, whose, why, and both ways on, at ${width}×${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto('/');
      const words = page.locator('.hero-words');
      const { hero } = landing;
      for (const text of [`${book.genre} di ${book.author}`, book.subtitle, hero.line])
        await expect(words.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 });
      for (const name of [hero.buttonBuy, hero.buttonChat])
        await expect(words.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    });

  test('begins with its title where the window is magnified four times', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  });

  test('opens where an address with an anchor points', async ({ page }) => {
    await page.goto('/#colonna-sonora');
    await expect(page.locator('#colonna-sonora')).toBeInViewport();
  });
});

test.describe('the film of the first screen', () => {
  test.use({ film: true });

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

  test('keeps its button off the title on a phone, with larger letters too', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/');
    for (const size of [100, 150, 200]) {
      await page.addStyleTag({ content: `html { font-size: ${size}% }` });
      const stop = await page.getByRole('button', { name: 'Ferma il movimento' }).boundingBox();
      const title = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect((stop?.y ?? 0) + (stop?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
      expect(stop?.height).toBeGreaterThanOrEqual(44);
    }
  });

  test('never loads the loop under reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const videos = watch(page, ({ pathname }) => /\.(webm|mp4)$/.test(pathname));
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(videos).toEqual([]);
  });

  test('is never drawn much beyond its own pixels: a wider window keeps the still', async ({ page }) => {
    const videos = watch(page, ({ pathname }) => /hero.*\.(webm|mp4)$/.test(pathname));
    for (const [width, film] of [
      [640, 'hero-stretto.webm'],
      [1920, 'hero.webm'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      await expect.poll(() => videos.at(-1)).toContain(film);
    }
    videos.length = 0;
    await page.setViewportSize({ width: 1921, height: 900 });
    await page.goto('/');
    await expect(page.locator('.hero-loop')).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(videos).toEqual([]);
    await expect(page.locator('.hero-stop')).toHaveCount(0);
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

  test('answers who presses «Acquista» where there is no shop, and promises nothing', async ({ page }) => {
    await page.goto('/#acquista');
    const box = page.locator('.waybill');
    const buy = box.getByRole('link', { name: 'Acquista' });
    await takenUp(buy);
    await expect(box.getByRole('status')).toBeEmpty();
    await expect(box).not.toContainText('giorni');
    await buy.click();
    await expect(box.getByRole('status')).toHaveText('Lo sportello non è ancora aperto');
    await expect(box).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(buy).toBeFocused();
    await expectAccessible(page);
  });

  test('says from when it is sold, and what it costs, where the author wrote it', async ({ page }) => {
    await page.route('/', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(
        '"button":"Acquista",',
        '"button":"Acquista","date":"9 aprile 2027","price":"18,00 €",',
      );
      await route.fulfill({ response: answer, body });
    });
    await page.goto('/');
    const box = page.locator('.waybill');
    await expect(box).toContainText('18,00 €');
    await takenUp(box.getByRole('link', { name: 'Acquista' }));
    await box.getByRole('link', { name: 'Acquista' }).click();
    await expect(box.getByRole('status')).toHaveText('In vendita dal 9 aprile 2027');
  });

  test('shows the first twenty lines of the chapter in type, and moves nothing when they come', async ({
    page,
  }) => {
    await page.goto('/');
    const lines = page.locator('.opening-lines');
    const heightOf = () => lines.evaluate((element) => element.getBoundingClientRect().height);
    const before = await heightOf();
    await lines.scrollIntoViewIfNeeded();
    await expect(lines).toContainText('A Qaanik il freddo si misura con gli stivali.');
    expect(await heightOf()).toBe(before);
    const lineHeight = await lines.evaluate((element) => parseFloat(getComputedStyle(element).lineHeight));
    expect(Math.round(before / lineHeight)).toBe(20);
    expect(await lines.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(0);
  });

  test('says how long a recording is before it is touched', async ({ page }) => {
    await page.goto('/');
    const audio = page.getByRole('article', { name: 'Ferro' }).locator('audio');
    await takenUp(audio);
    await audio.scrollIntoViewIfNeeded();
    await expect
      .poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration))
      .toBeCloseTo(68, -1);
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

  test('says which recording does not arrive, and plays it at another try', async ({ page }) => {
    await page.route('**/*.mp3', (route) => route.abort());
    await page.goto('/');
    const card = page.getByRole('article', { name: 'Ferro' });
    const audio = card.locator('audio');
    await takenUp(audio);
    await audio.evaluate((element: HTMLAudioElement) => element.play().catch(() => undefined));
    await expect(card.getByRole('alert')).toHaveText('La registrazione non arriva.');
    await expect(page.locator('#acquista').getByRole('alert')).toHaveCount(1);
    await page.unroute('**/*.mp3');
    await card.getByRole('button', { name: 'Riprova: Ferro' }).click();
    await expect.poll(() => playing(audio)).toBe(true);
    await expect(card.getByRole('alert')).toBeHidden();
  });

  test('gives the words of a recording to who asks for them', async ({ page }) => {
    await page.goto('/');
    const card = page.getByRole('article', { name: 'Ferro' });
    await takenUp(card);
    await card.getByText('Leggi l’estratto').click();
    await expect(card.getByText('Al secondo boccone qualcosa respirò.')).toBeVisible();
    await expectAccessible(page);
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

  test('does what the lock screen says, whatever paused the recording', async ({ page }) => {
    await page.addInitScript(() => {
      const press: Record<string, () => void> = Object.assign(window, { press: {} }).press;
      navigator.mediaSession.setActionHandler = (action, handler) =>
        void (press[action] = () => handler?.({ action }));
    });
    await page.goto('/');
    await takenUp(player(page).getByRole('slider', { name: 'Posizione' }));
    await player(page).getByRole('button', { name: 'Riproduci' }).click();
    const audio = player(page).locator('audio');
    await expect.poll(() => playing(audio)).toBe(true);
    // In one task: the page does not yet know of the pause when the button is pressed.
    const pausedAfter = (action: string) =>
      audio.evaluate((element: HTMLAudioElement, pressed) => {
        element.pause();
        (window as unknown as { press: Record<string, () => void> }).press[pressed]?.();
        return element.paused;
      }, action);
    expect(await pausedAfter('pause')).toBe(true);
    expect(await pausedAfter('play')).toBe(false);
  });

  test('is heard again where a call has taken its sound for good', async ({ page }) => {
    await page.addInitScript(() => {
      const heard: HTMLMediaElement[] = Object.assign(window, { heard: [] }).heard;
      const { resume, createMediaElementSource } = AudioContext.prototype;
      const contexts: AudioContext[] = [];
      AudioContext.prototype.createMediaElementSource = function (element) {
        heard.push(element);
        contexts.push(this);
        return createMediaElementSource.call(this, element);
      };
      // What was made before the call stays interrupted.
      AudioContext.prototype.resume = function () {
        const isLost = contexts.indexOf(this) < heard.length - 1 || 'call' in window;
        if (isLost) delete (window as { call?: true }).call;
        return isLost ? Promise.reject(new DOMException('', 'InvalidStateError')) : resume.call(this);
      };
    });
    await page.goto('/');
    await player(page).getByRole('button', { name: 'Riproduci' }).click();
    await expect(page.getByTestId('audiobook-current')).toHaveText('00:02');
    await player(page).getByRole('button', { name: 'Metti in pausa' }).click();
    await page.evaluate(() => Object.assign(window, { call: true }));
    await player(page).getByRole('button', { name: 'Riproduci' }).click();
    await expect(page.getByTestId('audiobook-current')).toHaveText('00:04');
    const audio = player(page).locator('audio');
    expect(await playing(audio)).toBe(true);
    expect(
      await audio.evaluate(
        (element) => (window as unknown as { heard: Element[] }).heard.lastIndexOf(element) === 1,
      ),
    ).toBe(true);
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
    const { landing } = await publishedBook(page);
    const images = (await (await page.request.get('/api/gallery-images')).json()) as {
      title: string;
      description?: string;
    }[];
    const asked = watch(page, ({ pathname }) => pathname === '/api/gallery-images');
    await page.goto('/');
    await open(page).scrollIntoViewIfNeeded();
    expect(asked).toEqual([]);
    await open(page).click();
    const dialog = page.getByRole('dialog', { name: landing.world.title });
    await expect(dialog.getByRole('figure')).toHaveCount(images.length);
    expect(asked).toHaveLength(1);
    const first = dialog.getByRole('figure').first();
    await expect(first).toContainText(images[0]?.title ?? 'no image');
    await expect(first).toContainText(images[0]?.description ?? '');
    await expect(first.getByRole('img')).toHaveAttribute('loading', 'lazy');
    await dialog.getByRole('button', { name: 'Chiudi' }).click();
    await expect(dialog).toBeHidden();
    await expect(open(page)).toBeFocused();
    await open(page).click();
    await expect(dialog.getByRole('figure')).toHaveCount(images.length);
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
    expect(
      await page.locator('.gallery-view').evaluate((sheet) => sheet.scrollHeight - sheet.clientHeight),
    ).toBe(0);
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
