import { expectRings } from '../support/focus-ring.ts';
import { authorTest, expect, signIn, takenUp, test } from '../support/site.ts';
import { input } from '../support/terminal.ts';

// The rings of focus-rings.spec.ts where the ground, the width or the colour is another one.

test.describe.configure({ timeout: 180_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('on a phone: the home page, the chat and its board', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await takenUp(page.locator('.footer'));
  await expectRings(page, 'home', 25);
  await page.goto('/chat');
  await takenUp(input(page));
  await expectRings(page, 'chat', 5);
  await page.locator('.terminal-badge').click();
  await expect(page.locator('#board-bar')).toBeVisible();
  await expectRings(page, 'board', 6);
});

test('in amber, with lamps that are lit', async ({ page }) => {
  await page.route('**/api/user/progress', (route) =>
    route.fulfill({ json: { maxSection: 4, email: null, reached: 4 } }),
  );
  await page.goto('/chat');
  await takenUp(input(page));
  await page.evaluate(() => (document.documentElement.dataset.screen = 'amber'));
  await page.locator('.terminal-badge').click();
  await expect(page.locator('#board-bar')).toBeVisible();
  await expectRings(page, 'board', 9);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '[AUTH]' }).click();
  await expect(page.locator('#code-bar')).toBeVisible();
  await expectRings(page, 'code', 7);
});

authorTest('in the panel: the form of a section, and the numbers', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page);
  await page.goto('/admin?foglio=numeri');
  await page.getByRole('dialog').waitFor();
  await page.waitForLoadState('networkidle');
  await expectRings(page, 'numbers', 1);
  await page.goto('/admin?scheda=sezioni&voce=nuova');
  await page.getByRole('dialog', { name: 'Nuova sezione' }).waitFor();
  await expectRings(page, 'a section', 5);
});
