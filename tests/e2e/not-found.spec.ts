import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { expect, takenUp, test } from '../support/site.ts';

test('a path that does not exist is a 404 with the way home', { tag: '@any-book' }, async ({ page }) => {
  const response = await page.goto('/una/pagina/che-non-c-è');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404', exact: true })).toBeVisible();
  await expect(page.getByText('Questa pagina sembra persa nel ghiaccio...', { exact: true })).toBeVisible();
  const home = page.getByRole('link', { name: 'Torna alla Home', exact: true });
  await expect(home).toHaveAttribute('href', '/');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await takenUp(home);
  await home.click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('fits every window, and axe finds nothing', async ({ page }) => {
  for (const [width, height] of [
    [360, 640],
    [740, 360],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/perso');
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
    await page.getByRole('link', { name: 'Torna alla Home' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('link', { name: 'Torna alla Home' })).toBeInViewport({ ratio: 1 });
    await expectNoSideways(page);
  }
  await expectAccessible(page);
});

test('stands still for whoever asks for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/perso');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  const running = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  );
  expect(running).toBe(0);
});
