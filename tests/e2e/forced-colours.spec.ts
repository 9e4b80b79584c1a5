import { pages } from '../support/article-pages.ts';
import { expectReadable, expectStates, forcedColours } from '../support/forced-colours.ts';
import { walkHomeSheets } from '../support/home-sheets.ts';
import { authorTest, expect, signIn, takenUp, test } from '../support/site.ts';
import { input, rows } from '../support/terminal.ts';

// A reader who lets the system choose the colours, dark or light, makes out every word, control, drawing and state.

test.describe.configure({ timeout: 240_000 });
test.use(forcedColours);

for (const { slug } of pages)
  test(`on /${slug}, its index and over its figures`, async ({ page }) => {
    await page.goto(`/${slug}`);
    await takenUp(page.locator('.article-end'));
    await expectReadable(page, slug, 100);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
    await expectStates(page.locator('nav a[aria-current]').first(), 1);
    await page.locator('.figure-zoom, [data-zoom]').first().click();
    await page.getByRole('dialog').waitFor();
    await expectReadable(page, `${slug}, a figure enlarged`, 3);
  });

test('on the home page and its sheets', async ({ page }) => {
  await page.goto('/');
  await takenUp(page.locator('.footer'));
  await expectReadable(page, 'home', 60, ['dark', 'light']);
  await expectStates(page.locator('.preview-indicators button'), 3);
  await walkHomeSheets(
    page,
    (name) => expectReadable(page, name, 3),
    () => expectReadable(page, 'a picture of the gallery', 2),
  );
});

test('in the chat and each of its bars', async ({ page }) => {
  await page.route('**/api/user/progress', (route) =>
    route.fulfill({ json: { maxSection: 4, email: null, reached: 4 } }),
  );
  for (const keys of [
    [],
    ['AUTH'],
    ['MENU'],
    ['MENU', 'TACCUINO'],
    ['MENU', 'SCHERMO'],
    ['MENU', 'PROSEGUI'],
  ]) {
    await page.goto('/chat');
    await takenUp(input(page));
    await expect(rows(page)).not.toHaveCount(0);
    for (const key of keys) await page.getByRole('button', { name: new RegExp(`^\\[${key}`) }).click();
    if (keys.length > 0) await expect(page.locator('[id$="-bar"]')).toBeVisible();
    await expectReadable(page, `chat ${keys.join(' ')}`, 12, ['dark', 'light']);
    if (keys.includes('SCHERMO')) await expectStates(page.locator('[id$="-bar"] [aria-pressed]'), 2);
  }
  await page.keyboard.press('Escape');
  await page.locator('.terminal-badge').click();
  await expect(page.locator('#board-bar')).toBeVisible();
  await expectReadable(page, 'board', 12, ['dark', 'light']);
  await expectStates(page.locator('#board-bar [aria-pressed]'), 4);
});

test('on the page that is not found', async ({ page }) => {
  await page.goto('/niente');
  await takenUp(page.getByRole('link', { name: 'Torna alla Home' }));
  await expectReadable(page, '404', 2);
});

authorTest('in the panel', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/admin');
  await page.getByLabel('Password', { exact: true }).waitFor();
  await expectReadable(page, 'sign-in', 3, ['dark', 'light']);
  await signIn(page);
  for (const name of ['sezioni', 'codici-sblocco', 'codici-musica', 'galleria', 'backup']) {
    await page.goto(`/admin?scheda=${name}`);
    await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectReadable(page, name, 20);
    await expectStates(page.getByRole('tab', { selected: true }), 1);
  }
  for (const sheet of [
    'foglio=impostazioni',
    'foglio=cestino',
    'foglio=accesso',
    'foglio=libro',
    'scheda=sezioni&voce=nuova',
  ]) {
    await page.goto(`/admin?${sheet}`);
    await page.getByRole('dialog').waitFor();
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('Disegno la pagina…')).toHaveCount(0);
    await expectReadable(page, sheet, 3);
  }
});
