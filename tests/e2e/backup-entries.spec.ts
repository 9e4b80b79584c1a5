import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { button, dialog, expectToast, openPanel } from '../support/panel.ts';
import { authorTest as test, expect } from '../support/site.ts';

interface Listed {
  id: string;
  sectionNumber: number;
  title: string;
  content: string;
}

for (const width of [360, 768, 1440]) {
  test(`one section comes back out of a backup, side by side with the one of now, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await openPanel(page, 'scheda=backup');
    const sections = async () => (await (await page.request.get('/api/sections')).json()) as Listed[];
    const [first, second] = await sections();
    if (!first || !second) throw new Error('The book has no sections.');
    const database = await (await page.request.get('/api/admin/backup/database')).body();
    for (const { id } of [first, second]) {
      const rewritten = await page.request.patch(`/api/sections/${id}`, {
        data: { content: 'Tutto da rifare.' },
      });
      expect(rewritten.status()).toBe(200);
    }
    await page.getByLabel('File del backup').setInputFiles({
      name: 'database.json',
      mimeType: 'application/json',
      buffer: database,
    });
    const changed = page.getByRole('row').filter({ hasText: 'Sezioni' }).getByRole('cell').last();
    await expect(changed).toHaveText('2');
    const look = page.getByRole('region', { name: 'Riprendi una cosa sola' });
    await expect(
      look.getByRole('button', { name: `Sezione ${second.sectionNumber}, ${second.title}` }),
    ).toBeVisible();
    await look.getByLabel('Cerca nel backup').fill(first.content.slice(0, 60).toUpperCase());
    await expect(look.getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page);
    await expectNoSideways(page);

    // By the keyboard alone.
    await look.getByRole('button', { name: first.title }).focus();
    await page.keyboard.press('Enter');
    const sheet = dialog(page);
    await expect(sheet.getByRole('region', { name: 'Testo: Nel backup' }).first()).toBeVisible();
    await expect(sheet.getByRole('region', { name: 'Adesso', exact: true }).first()).toContainText(
      'Tutto da rifare.',
    );
    await expectAccessible(page);
    await expectNoSideways(page);
    await button(page, 'Riprendi dal backup').focus();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Ripreso dal backup', 'fra le versioni');
    await expect(dialog(page)).toHaveCount(0);
    const [firstNow, secondNow] = await sections();
    expect(firstNow?.content).toBe(first.content);
    expect(secondNow?.content).toBe('Tutto da rifare.');
    await expect(look.getByText('Nessuno: prova con meno parole')).toBeVisible();
    // What the whole backup would change is one less.
    await expect(changed).toHaveText('1');
  });
}

test('a backup that is gone from the server says so', async ({ page }) => {
  await openPanel(page, 'scheda=backup');
  const database = await page.request.get('/api/admin/backup/database');
  await page.route('**/entries*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByLabel('File del backup').setInputFiles({
    name: 'database.json',
    mimeType: 'application/json',
    buffer: await database.body(),
  });
  const look = page.getByRole('region', { name: 'Riprendi una cosa sola' });
  await expect(look.getByRole('alert')).toContainText('non è cambiato nulla');
});
