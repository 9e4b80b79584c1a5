import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { openPanel } from '../support/panel.ts';
import { authorTest as test, expect } from '../support/site.ts';

test('the numbers open from the head of the panel, plotted and told, at any width, by keyboard', async ({
  page,
}) => {
  await openPanel(page);
  await page.request.post('/api/redeem-code', { data: { code: 'HB6T2WVK' } });
  await page.getByRole('link', { name: 'Numeri' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Numeri' });
  await expect(sheet.getByText('Contati ora da ciò che il sito conserva comunque.')).toBeVisible();
  await expect(sheet.getByRole('table', { name: 'Lettori per livello raggiunto' })).toBeAttached();
  await expect(sheet.getByRole('table', { name: 'Codici usati per giorno' })).toBeAttached();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    await expectNoSideways(page);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});
