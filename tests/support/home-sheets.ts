import { expect, type Page } from 'playwright/test';

/** Opens the sheets of the home page one after the other, and a picture of the gallery, and looks at each while it is open. */
export async function walkHomeSheets(
  page: Page,
  lookAtSheet: (name: string) => Promise<void>,
  lookAtPicture: () => Promise<void>,
): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const name of ['Privacy e cookie', 'Apri la galleria']) {
    await page.getByRole('button', { name }).click();
    await dialog.waitFor();
    await lookAtSheet(name);
    if (name === 'Apri la galleria') {
      await page
        .getByRole('button', { name: /^Ingrandisci/ })
        .first()
        .click();
      await expect(dialog).toHaveCount(1);
      await lookAtPicture();
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}
