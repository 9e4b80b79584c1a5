import type { Page } from 'playwright/test';
import { landing } from '#content/landing.ts';
import { noStreamingService } from '../support/landing.ts';
import { expect, takenUp, test } from '../support/site.ts';

// Notices and dialogs agree: what Escape, ×, Back and the focus do while something is open.

const gallery = (page: Page) => page.getByRole('dialog', { name: landing.world.title });
const picture = (page: Page) => page.getByRole('dialog', { name: 'Ferro', exact: true });
const track = (page: Page) => page.getByRole('dialog', { name: 'Ago fermo sul quattro' });
const notice = (page: Page) =>
  page.getByRole('region', { name: 'Avvisi (F8)', includeHidden: true }).locator('.toast');

async function openGallery(page: Page) {
  await page.getByRole('button', { name: 'Apri la galleria' }).click();
  await expect(gallery(page).getByRole('figure')).toHaveCount(12);
}

test('Back closes what is open, one after the other, and then leaves the page', async ({ page }) => {
  await page.goto('/codex');
  await page.getByTestId('link-back-home').click();
  await takenUp(page.locator('.footer'));
  await openGallery(page);
  await page.getByRole('button', { name: 'Ingrandisci: Ferro' }).click();
  await expect(picture(page)).toBeVisible();
  const place = await page.evaluate(() => scrollY);
  await page.goBack();
  await expect(picture(page)).toHaveCount(0);
  await expect(gallery(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => scrollY)).toBe(place);
  await page.goBack();
  await expect(page).toHaveURL(/\/codex$/);
});

test('closed otherwise, a dialog leaves nothing behind for Back', async ({ page }) => {
  await page.goto('/codex');
  await page.getByTestId('link-back-home').click();
  await takenUp(page.locator('.footer'));
  for (const close of [
    () => gallery(page).getByRole('button', { name: 'Chiudi' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await openGallery(page);
    await close();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => 'dialog' in (history.state as object))).toBe(false);
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/codex$/);
});

test('Back closes a figure of the encyclopedia', async ({ page }) => {
  await page.goto('/l72-ironwind');
  const zoom = page.locator('.figure-zoom').first();
  await takenUp(page.locator('.top-bar'));
  await zoom.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/l72-ironwind$/);
});

test('Back closes a bar of the chat, and the chat stays', async ({ page }) => {
  await page.goto('/');
  await takenUp(page.locator('.footer'));
  await page.locator('.footer').getByRole('link', { name: 'Chat' }).click();
  const menu = page.getByRole('button', { name: '[MENU]' });
  await takenUp(menu);
  for (const key of [menu, page.getByRole('button', { name: '[AUTH]' })]) {
    await key.click();
    await expect(key).toHaveAttribute('aria-expanded', 'true');
    // The bar comes in a file of its own.
    await expect(page.locator('#menu-bar, #code-bar')).toBeVisible();
    await page.goBack();
    await expect(key).toHaveAttribute('aria-expanded', 'false');
    await expect(page).toHaveURL(/\/chat$/);
  }
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('the button that closes is in reach however far one has read', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  await openGallery(page);
  await gallery(page).getByRole('figure').last().scrollIntoViewIfNeeded();
  await expect(gallery(page).getByRole('button', { name: 'Chiudi' })).toBeInViewport({ ratio: 1 });
  await gallery(page).getByRole('button', { name: 'Chiudi' }).click();
  await page.getByRole('button', { name: 'Privacy e cookie' }).click();
  const privacy = page.getByRole('dialog', { name: 'Privacy e cookie' });
  await privacy.getByRole('heading', { level: 3 }).last().scrollIntoViewIfNeeded();
  await expect(privacy.getByRole('button', { name: 'Chiudi' })).toBeInViewport({ ratio: 1 });
});

test('the notice of an opened track is closed by its own button, the dialog by the first Escape', async ({
  page,
}) => {
  await noStreamingService(page);
  await page.route('**/api/music-codes/validate', (route) =>
    route.fulfill({ json: { trackTitle: 'Ago fermo sul quattro', spotifyUrl: 'spotify:track:ID' } }),
  );
  await page.goto('/');
  const field = page.locator('#colonna-sonora input');
  await takenUp(field);
  for (const time of ['first', 'second']) {
    await field.fill('parola');
    await field.press('Enter');
    await expect(track(page), time).toBeVisible();
    await expect(notice(page), time).toContainText('Traccia sbloccata: Ago fermo sul quattro');
    await notice(page).locator('button').click();
    await expect(notice(page), time).toHaveCount(0);
    await expect(track(page), time).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(track(page)).toHaveCount(0);

    await field.fill('parola');
    await field.press('Enter');
    await expect(notice(page), time).toBeVisible();
    await expect(track(page), time).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(track(page), `${time}, Escape`).toHaveCount(0);
    await expect(field).toBeFocused();
  }
});

test('a caption longer than its place over a figure is seen to go on, and on a phone upright it has the room', async ({
  page,
}) => {
  for (const [width, height] of [
    [360, 740],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/sato-lenz');
    await takenUp(page.locator('.article-end'));
    await page.locator('[data-zoom="sl-2"]').evaluate((button: HTMLElement) => button.click());
    const caption = page.getByRole('dialog').locator('.dialog-title');
    await caption.waitFor();
    // As long as none of this book is: an author's own may be.
    if (height < width)
      await caption.evaluate((title) => (title.textContent += ' ' + title.textContent.repeat(3)));
    const { hidden, cut, grounds } = await caption.evaluate((title) => {
      const style = getComputedStyle(title);
      const shown = title.clientHeight - parseFloat(style.paddingTop);
      return {
        hidden: title.scrollHeight - title.clientHeight,
        cut: (shown / parseFloat(style.lineHeight)) % 1,
        grounds: style.backgroundAttachment,
      };
    });
    if (height > width) expect(hidden).toBe(0);
    else {
      expect(hidden).toBeGreaterThan(20);
      expect(cut).toBeGreaterThan(0.3);
      expect(cut).toBeLessThan(0.8);
      expect(grounds).toBe('local, local, scroll, scroll');
    }
  }
});
