import type { Page } from 'playwright/test';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { answerNext, button, chooseMore, dialog, expectToast, openPanel } from '../support/panel.ts';
import { authorTest as test, expect } from '../support/site.ts';

const content = (page: Page) => page.getByLabel('Contenuto', { exact: true });
const title = (page: Page) => page.getByLabel('Titolo', { exact: true });

interface Section {
  id: string;
  title: string;
  content: string;
}

/** The first section as the server has it. */
async function stored(page: Page): Promise<Section> {
  const sections = (await (await page.request.get('/api/sections')).json()) as Section[];
  return sections[0] as Section;
}

/** How the first section is called on its row's buttons. */
const firstRow = async (page: Page) => `sezione 1, ${(await stored(page)).title}`;

test('two windows lose nothing: both texts are shown', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await openPanel(page);
  const { id, title: called, content: before } = await stored(page);
  await button(page, `Modifica sezione 1, ${called}`).click();
  await content(page).fill(`Prima riga mia.\n\n${before}`);
  await title(page).fill('Il mercato nuovo');
  // Another window, meanwhile.
  const elsewhere = { content: `Prima riga d’altri.\n\n${before}`, contentLine: 'Una frase d’altri.' };
  await page.request.patch(`/api/sections/${id}`, { data: elsewhere });
  await button(page, 'Salva').click();
  await expectToast(page, 'Errore', 'Intanto la sezione è stata cambiata');

  const clash = page.getByRole('region', { name: 'Ci sono due testi' });
  await expect(clash.getByRole('heading', { level: 4 })).toHaveText(['Contenuto']);
  await expect(clash.locator('del')).toContainText(['mia']);
  await expect(clash.locator('ins')).toContainText(['altri']);
  await expect(button(page, 'Salva')).toBeDisabled();
  await expectNoSideways(page);
  await expectAccessible(page);
  expect((await stored(page)).content).toBe(elsewhere.content);

  await button(page, 'Tieni la mia').click();
  await button(page, 'Salva').click();
  await expectToast(page, 'Sezione Aggiornata');
  // Mine where both had changed it, theirs where only they had.
  expect(await stored(page)).toMatchObject({
    title: 'Il mercato nuovo',
    content: `Prima riga mia.\n\n${before}`,
    contentLine: 'Una frase d’altri.',
  });

  // And theirs is among the versions.
  await button(page, /^Modifica sezione 1,/).click();
  await dialog(page).getByText('Versioni', { exact: true }).click();
  await button(page, /^Confronta/)
    .first()
    .click();
  await expect(dialog(page).locator('del')).toContainText(['altri']);
  await button(page, /^Riprendi/)
    .first()
    .click();
  await expectToast(page, 'Versione ripresa');
  await expect(content(page)).toHaveValue(elsewhere.content);
});

test('what is deleted comes back from the toast or the bin', async ({ page }) => {
  await openPanel(page);
  const { title: called } = await stored(page);
  const first = page.getByRole('row').filter({ has: button(page, `Elimina sezione 1, ${called}`) });
  const asked = answerNext(page, true);
  await button(page, `Elimina sezione 1, ${called}`).click();
  await asked;
  await expectToast(page, 'Sezione Eliminata');
  await page.locator('.notices').getByRole('button', { name: 'Annulla' }).click();
  await expectToast(page, 'Rimesso al suo posto');
  await expect(first).toBeVisible();

  const again = answerNext(page, true);
  await button(page, `Elimina sezione 1, ${called}`).click();
  await again;
  await expect(first).toHaveCount(0);
  await page.request.post('/api/sections', {
    data: { sectionNumber: 1, title: 'Al suo posto', content: 'x' },
  });
  // It lies over the menu for five seconds more.
  await button(page, 'Chiudi l’avviso').last().click();
  await chooseMore(page, 'Cestino');
  await expect(page).toHaveURL(/foglio=cestino/);
  await expect(dialog(page).getByRole('listitem')).toContainText([`Sezione 1, ${called}`]);
  await expectAccessible(page);
  await button(page, /^Rimetti/).click();
  await expectToast(page, 'Errore', 'Il numero 1 adesso è di «Al suo posto»');

  const { id } = await stored(page);
  await page.request.delete(`/api/sections/${id}`);
  await button(page, `Rimetti Sezione 1, ${called}`).click();
  await expectToast(page, 'Rimesso al suo posto');
  const emptied = answerNext(page, true);
  await button(page, 'Svuota il cestino').click();
  await emptied;
  await expect(dialog(page).getByText('Il cestino è vuoto.')).toBeVisible();
  await button(page, 'Chiudi').last().click();
  await expect(first).toBeVisible();
});

test('what a crash left is offered again', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await openPanel(page);
  const market = await firstRow(page);
  await button(page, `Modifica ${market}`).click();
  await content(page).fill('Un’ora di lavoro.');
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await expect(dialog(page).getByText(/^C’è una bozza non salvata delle \d\d:\d\d\.$/)).toBeVisible();
  await expect(content(page)).not.toHaveValue('Un’ora di lavoro.');
  // Left without an answer, it is offered again.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await button(page, `Modifica ${market}`).click();
  await expectNoSideways(page);
  await expectAccessible(page);
  await button(page, 'Riprendila').click();
  await expect(content(page)).toHaveValue('Un’ora di lavoro.');
  await button(page, 'Salva').click();
  await expectToast(page, 'Sezione Aggiornata');
  expect((await stored(page)).content).toBe('Un’ora di lavoro.');
  await button(page, `Modifica ${market}`).click();
  await expect(content(page)).toHaveValue('Un’ora di lavoro.');
  await expect(dialog(page).getByText(/bozza non salvata/)).toHaveCount(0);
});

test('a draft that is put off stays put off, and one that is older than what is saved now clashes', async ({
  page,
}) => {
  await openPanel(page);
  const { id } = await stored(page);
  const market = await firstRow(page);
  const leaveWith = async (text: string) => {
    await content(page).fill(text);
    page.once('dialog', (question) => void question.accept());
    await page.reload();
  };
  await button(page, `Modifica ${market}`).click();
  await leaveWith('Da buttare.');
  await button(page, 'Scarta').click();
  await leaveWith('Da tenere.');
  await page.request.patch(`/api/sections/${id}`, { data: { content: 'Di un’altra finestra.' } });
  await page.reload();
  await button(page, 'Riprendila').click();
  await expect(content(page)).toHaveValue('Da tenere.');
  await button(page, 'Salva').click();
  await button(page, 'Tieni l’altra').click();
  await expect(content(page)).toHaveValue('Di un’altra finestra.');
});

test('without a line it says so, can be left, and saves by itself when the line is back', async ({
  page,
}) => {
  await openPanel(page);
  const market = await firstRow(page);
  await button(page, `Modifica ${market}`).click();
  await title(page).fill('Scritto in treno');
  await page.context().setOffline(true);
  await button(page, 'Salva').click();
  await expect(
    page.getByText('Sei senza rete: il testo è al sicuro qui, lo salvo appena torna.'),
  ).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Chiudi, la bozza resta').click();
  await expect(dialog(page)).toHaveCount(0);

  await button(page, `Modifica ${market}`).click();
  await button(page, 'Riprendila').click();
  await button(page, 'Salva').click();
  await expect(page.getByText(/^Sei senza rete/)).toBeVisible();
  await page.context().setOffline(false);
  await expectToast(page, 'Sezione Aggiornata');
  await expect(dialog(page)).toHaveCount(0);
  expect((await stored(page)).title).toBe('Scritto in treno');
});
