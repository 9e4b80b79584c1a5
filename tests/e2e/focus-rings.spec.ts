import { expectRings } from '../support/focus-ring.ts';
import { walkHomeSheets } from '../support/home-sheets.ts';
import { authorTest, expect, signIn, takenUp, test } from '../support/site.ts';

// Whatever has the focus shows it by 3:1, on every ground of every page and state.

test.describe.configure({ timeout: 180_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const articles = [
  'sato-lenz',
  'codex',
  'quantum-age',
  'w01f-grizzly-warden',
  'b03-arctic-seeder',
  'l72-ironwind',
];

for (const slug of articles)
  test(`on /${slug} and over its figures`, async ({ page }) => {
    await page.goto(`/${slug}`);
    await takenUp(page.locator('.article-end'));
    await expectRings(page, slug, 30);
    await page.locator('.figure-zoom, [data-zoom]').first().click();
    await page.getByRole('dialog').waitFor();
    await expectRings(page, `${slug}, a figure enlarged`, 3);
  });

test('on the home page and its sheets', async ({ page }) => {
  await page.goto('/');
  await takenUp(page.locator('.footer'));
  await expectRings(page, 'home', 25);
  await walkHomeSheets(
    page,
    (name) => expectRings(page, name, 1),
    () => expectRings(page, 'a picture of the gallery', 2),
  );
});

test('in the chat and each of its bars', async ({ page }) => {
  await page.goto('/chat');
  await takenUp(page.getByPlaceholder('DIGITARE MESSAGGIO...'));
  await expectRings(page, 'chat', 5);
  for (const keys of [['AUTH'], ['MENU'], ['MENU', 'TACCUINO'], ['MENU', 'SCHERMO'], ['MENU', 'PROSEGUI']]) {
    await page.goto('/chat');
    await takenUp(page.getByPlaceholder('DIGITARE MESSAGGIO...'));
    for (const key of keys) await page.getByRole('button', { name: new RegExp(`^\\[${key}`) }).click();
    await expect(page.locator('[id$="-bar"]')).toBeVisible();
    await expectRings(page, keys.join(' '), 6);
  }
});

test('on the page that is not found', async ({ page }) => {
  await page.goto('/niente');
  await takenUp(page.getByRole('link', { name: 'Torna alla Home' }));
  await expectRings(page, '404', 1);
});

authorTest('in the panel', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/admin');
  await page.getByLabel('Password', { exact: true }).waitFor();
  await expectRings(page, 'sign-in', 2);
  await signIn(page);
  await page.goto('/admin');
  await expect(page.getByRole('tab', { selected: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectRings(page, 'the head and the tabs', 18);
  for (const [name, least] of Object.entries({
    sezioni: 30,
    'codici-sblocco': 30,
    'codici-musica': 20,
    galleria: 60,
    backup: 3,
  })) {
    await page.goto(`/admin?scheda=${name}`);
    await page.waitForLoadState('networkidle');
    await expectRings(page, name, least, '[role=tabpanel]');
  }
  for (const sheet of ['foglio=impostazioni', 'foglio=cestino', 'foglio=accesso', 'foglio=libro']) {
    await page.goto(`/admin?${sheet}`);
    await page.getByRole('dialog').waitFor();
    await page.waitForLoadState('networkidle');
    await expectRings(page, sheet, 1);
  }
});
