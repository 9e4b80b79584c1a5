import type { Page } from 'playwright/test';
import { authorTest as test, expect, signIn } from '../support/site.ts';

async function unlockedSections(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/admin');
  await expect(page.getByText('12 di 12 sezioni')).toBeVisible();
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('rehearses as a reader of a level; checks the whole book and leads to the place to mend', async ({
  page,
}) => {
  test.slow();
  await unlockedSections(page);
  await button(page, 'Prova come lettore').click();
  await page.getByLabel('Ha letto').selectOption('3');
  await page.getByLabel('Chiede').fill('Come hai riacceso l’orso?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Sezioni nella memoria' }).getByRole('listitem')).toHaveCount(
    3,
  );
  await expect(page.getByText(/nemmeno che ci sono: 4–12\./)).toBeVisible();
  await expect(page.getByText('gratis, non esce dal server')).toBeVisible();
  await page.keyboard.press('Escape');

  await button(page, 'Controllo anti-spoiler').click();
  await button(page, 'Avvia il controllo').click();
  const findings = page.getByRole('list', { name: 'Testi da rivedere' }).getByRole('listitem');
  await expect(findings).toHaveCount(2, { timeout: 120_000 });
  await button(page, 'Apri Galleria, «Campo Solare 6»').click();
  await expect(page).toHaveURL(/\?scheda=galleria&voce=[\w-]+$/);
  await expect(page.getByRole('dialog').getByLabel('Titolo', { exact: true })).toHaveValue('Campo Solare 6');
});

test('makes what the author clears, and shows it in the open dialog with its origin', async ({ page }) => {
  await unlockedSections(page);
  await button(page, 'Modifica sezione 2, Bisonti Meccanici').click();
  const form = page.getByRole('textbox', { name: /Riassunto al 30%/ });
  await expect(form).toHaveAccessibleDescription(/28% del testo · scritto da te/);
  await form.fill('');
  await expect(form).toHaveAccessibleDescription(/Non ancora scritto · .*salvi/);
  await button(page, 'Salva').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Bisonti Meccanici' })).toContainText(
    /30%: \d+ \(3\d%\)/,
  );

  await button(page, 'Modifica sezione 2, Bisonti Meccanici').click();
  await expect(form).toHaveAccessibleDescription(/generato, riassuntore interno/);
  const line = page.getByRole('textbox', { name: /In una frase/ });
  await expect(line).toHaveAccessibleDescription(/scritto da te$/);
  const content = page.getByLabel('Contenuto', { exact: true });
  const written = await content.inputValue();
  await content.fill(`${written} E poi tacque.`);
  await expect(line).toHaveAccessibleDescription(/il testo è cambiato: rileggilo$/);
  await content.fill(written);
  await expect(line).toHaveAccessibleDescription(/scritto da te$/);
  const before = await line.inputValue();
  page.once('dialog', (question) => void question.accept());
  await button(page, 'Rigenera (frase)').click();
  await expect(line).toHaveAccessibleDescription(/generato, riassuntore interno/);
  expect(await line.inputValue()).not.toBe(before);
});

test('marks a passage he did not witness, with the keyboard, and refuses half a mark', async ({ page }) => {
  await unlockedSections(page);
  await button(page, 'Modifica sezione 2, Bisonti Meccanici').click();
  const content = page.getByRole('textbox', { name: 'Contenuto' });
  const before = await content.inputValue();
  const [first = ''] = before.split('\n');
  await content.evaluate((field: HTMLTextAreaElement) => {
    field.focus();
    field.setSelectionRange(2, 9);
  });
  await page.keyboard.press('Tab');
  await expect(button(page, 'Non c’ero')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue(`[[non c'ero]]\n${first}\n[[/]]${before.slice(first.length)}`);
  await expect(page.getByRole('status').filter({ hasText: 'Segnato' })).toBeVisible();

  await content.fill(`${await content.inputValue()}\n[[non c'ero]]`);
  await button(page, 'Salva').click();
  await expect(page.getByRole('alert').filter({ hasText: 'non finisce' })).toBeVisible();
  await content.fill(`[[non c'ero]]\n${first}\n[[/]]${before.slice(first.length)}`);
  await button(page, 'Salva').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await button(page, 'Modifica sezione 2, Bisonti Meccanici').click();
  await content.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(20, 20));
  await button(page, 'Non c’ero').click();
  await expect(content).toHaveValue(before);
});
