import type { Page } from 'playwright/test';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { docx, wordDocument } from '../support/manuscripts.ts';
import {
  answerNext,
  button,
  dialog,
  expectToast,
  holdRequests,
  openPanel,
  pinocchio,
  row,
  type Chapter,
  returnToCopy,
  tab,
} from '../support/panel.ts';
import { authorTest, emptyTest as test, expect } from '../support/site.ts';

const chapters = (from = pinocchio) =>
  from.map((s) => `# Capitolo ${s.sectionNumber}\n\n${s.content}`).join('\n\n');

async function choose(page: Page, name: string, bytes: Uint8Array | string): Promise<void> {
  await button(page, 'Importa da testo').click();
  const buffer = Buffer.from(bytes);
  await page
    .getByLabel('Manoscritto', { exact: true })
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

const stored = async (page: Page) =>
  (await (await page.request.get('/api/sections')).json()) as (Chapter & { id: string; title: string })[];

test('takes the whole of Pinocchio from Word, takes it back, and renews it from a revised manuscript', async ({
  page,
}) => {
  await openPanel(page);
  const blocks = pinocchio.flatMap(({ sectionNumber, content }) => [
    { heading: `Capitolo ${sectionNumber}`, level: 1 },
    ...content.split('\n\n'),
  ]);
  await choose(page, 'pinocchio.docx', docx(['Le avventure di Pinocchio', ...blocks]));
  await expect(page.getByText('36 sezioni, 40.839 parole; 1 fuori')).toBeVisible({ timeout: 60_000 });
  await page.getByLabel('Titolo di «Capitolo 2»').fill('Mastro Ciliegia e Geppetto');
  await expect(button(page, 'Salva 36 sezioni')).toBeEnabled();
  await expectAccessible(page);

  await page.route('**/api/sections/import', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fulfill({ status: 503, json: { message: 'Il disco è pieno.', code: 'UNAVAILABLE' } });
  });
  await button(page, 'Salva 36 sezioni').click();
  await expect(dialog(page).getByRole('alert')).toContainText('Il disco è pieno.');
  expect(await stored(page)).toEqual([]);
  await page.unroute('**/api/sections/import');
  await button(page, 'Salva 36 sezioni').click();
  await expectToast(page, 'Sezioni Create', '36 sezioni salvate, dalla 1 alla 36.');
  expect((await stored(page)).map(({ sectionNumber, content }) => ({ sectionNumber, content }))).toEqual(
    pinocchio.map(({ sectionNumber, content }) => ({ sectionNumber, content })),
  );
  expect((await stored(page))[1]?.title).toBe('Mastro Ciliegia e Geppetto');
  await expect(page.getByText('36 sezioni · 40.839 parole')).toBeVisible();

  // What was there before is a copy in the list, one press away.
  await page.getByRole('link', { name: 'fra le copie' }).click();
  // The author leaves the tab while it still reads what has come back.
  const answerStatus = await holdRequests(page, /\/admin\/backup$/);
  await returnToCopy(page, 'prima di importare un manoscritto');
  await tab(page, 'Sezioni').click();
  await expect(page).toHaveURL(/scheda=sezioni/);
  answerStatus();
  await expect(page.getByText('Nessuna sezione creata.')).toBeVisible();

  // Of a revised manuscript it shows what changed, and renews it in place.
  await choose(page, 'pinocchio.md', chapters());
  await button(page, 'Salva 36 sezioni').click();
  await expectToast(page, 'Sezioni Create');
  const before = await stored(page);

  const revised = pinocchio
    .filter(({ sectionNumber }) => sectionNumber < 36)
    .map((s) => (s.sectionNumber === 2 ? { ...s, content: s.content.replace('Geppetto', 'Beppe') } : s));
  await choose(page, 'rivisto.txt', chapters(revised));
  await expect(page.getByText('0 nuove, 1 cambiate, 34 uguali')).toBeVisible();
  await expect(row(page, 'cambiata')).toContainText('+1 −1 parole');
  await expect(page.getByLabel('Togli la 36, «Capitolo 36»')).not.toBeChecked();
  await button(page, 'Salva 1 sezione').click();
  await expectToast(page, 'Libro Aggiornato', '1 cambiata.');
  const after = await stored(page);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[1]?.content).toBe(revised[1]?.content);

  await choose(page, 'rivisto.txt', chapters(revised));
  await expect(button(page, 'Niente da salvare')).toBeDisabled();
});

/** As many as the test before has left. */
async function deleteAll(page: Page): Promise<void> {
  for (const { id } of await stored(page)) await page.request.delete(`/api/sections/${id}`);
}

test('lets pieces be divided, joined, numbered and left out, footnotes be kept and titles be guessed, by keyboard too', async ({
  page,
}) => {
  await openPanel(page);
  await deleteAll(page);
  await page.reload();
  const blocks = [
    { heading: 'Capitolo 1', level: 1 },
    'Uno^Una nota.^.',
    'Due.',
    { heading: 'Capitolo 2', level: 1 },
    'Tre^Un’altra.^.',
    { heading: 'Ringraziamenti', level: 1 },
    'A te.',
  ];
  await choose(page, 'libro.docx', docx(blocks));
  // Footnotes stay out until the author wants them at the end of their section.
  const notes = page.getByLabel('Note a piè di pagina (2)');
  await expect(notes).toHaveValue('out');
  await expect(page.getByText('2 sezioni, 3 parole; 1 fuori')).toBeVisible();
  await notes.focus();
  await notes.press('ArrowDown');
  await expect(notes).toHaveValue('end');
  await expect(page.getByText(/^2 sezioni, 1\d parole; 1 fuori/)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Salva «Ringraziamenti»')).not.toBeChecked();
  await row(page, 'Uno.').getByRole('button', { name: 'Leggi e dividi' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Dividi qui, prima di «Due.»' }).press('Enter');
  await expect(page.getByLabel('Numero di «Capitolo 1 (seguito)»')).toHaveValue('2');
  await expect(page.getByText('I numeri del testo ricominciano o si ripetono')).toBeVisible();
  await page.getByLabel('Numero di «Capitolo 2»').fill('7');
  await expect(page.getByLabel('Numero di «Capitolo 2»')).toHaveValue('7');
  await page.getByLabel('Titolo di «Capitolo 1 (seguito)»').fill('Intermezzo');
  await button(page, 'Salva 3 sezioni').click();
  await expectToast(page, 'Sezioni Create', '3 sezioni salvate, dalla 1 alla 7.');
  const noted = (await stored(page)).map(({ sectionNumber, title, content }) => [
    sectionNumber,
    title,
    content.split('\n\n').filter((line) => /\p{L}/u.test(line)),
  ]);
  expect(noted).toEqual([
    [1, 'Capitolo 1', ['Uno.', 'Nota 1. Una nota.']],
    [2, 'Intermezzo', ['Due.']],
    [7, 'Capitolo 2', ['Tre.', 'Nota 1. Un’altra.']],
  ]);

  await deleteAll(page);
  await page.reload();
  const paragraph = (text: string, look = '') =>
    `<w:p><w:pPr>${look && '<w:jc w:val="center"/>'}</w:pPr><w:r><w:rPr>${look}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
  const prose = 'Nella neve il treno non arrivava mai. '.repeat(10);
  const found = ['La neve', 'Il treno', 'La casa di Ferro'];
  const body = found.map((title) => paragraph(title, '<w:b/>') + paragraph(prose) + paragraph('***'));
  const front = paragraph('Maria Rossi', '<w:b/>') + paragraph('romanzo', '<w:i/>');
  await choose(page, 'libro.docx', wordDocument(front + body.join('') + paragraph(prose)));
  await expect(page.getByText('3 titoli sono stati riconosciuti dall’aspetto')).toBeVisible();
  await expect(page.getByText('Titolo riconosciuto dall’aspetto')).toHaveCount(3);
  await expect(page.getByLabel('Dividi a')).toHaveValue('look');
  await page.setViewportSize({ width: 360, height: 900 });
  await expectAccessible(page);
  await expectNoSideways(page);
  await button(page, 'Salva 3 sezioni').click();
  await expectToast(page, 'Sezioni Create', '3 sezioni salvate, dalla 1 alla 3.');
  expect((await stored(page)).map(({ title }) => title)).toEqual(found);

  await choose(page, 'scene.txt', 'Nevica.\n\n***\n\nPiove.\n\n***\n\nGela.');
  await expect(page.getByLabel('Dividi a')).toHaveValue('whole');
  await expect(page.getByText('ma si può dividere altrove')).toBeVisible();
  const divideAt = page.getByLabel('Dividi a');
  await divideAt.selectOption('stacchi come «* * *» (3)');
  await expect(button(page, 'Salva 3 sezioni')).toBeEnabled();
  // What is typed here goes only when the author says so.
  const title = page.getByLabel(/^Titolo di/).first();
  await title.fill('La neve');
  for (const leave of [
    () => divideAt.selectOption('non dividere'),
    () => button(page, 'Cambia testo').click(),
    () => button(page, 'Annulla').click(),
  ]) {
    const question = answerNext(page, false);
    await leave();
    expect(await question).toContain('modifiche non salvate');
    await expect(title).toHaveValue('La neve');
  }
  void answerNext(page, true);
  await divideAt.selectOption('non dividere');
  await expect(page.getByText('0 sezioni, 0 parole; 1 fuori')).toBeVisible();
});

authorTest(
  'keeps the book’s numbers apart, reads Windows-1252 and a pasted book, and refuses in words',
  async ({ page }) => {
    await openPanel(page);
    const latin = Buffer.from(
      'CAPITOLO I\r\n\r\nPerch\xe9 no? \x97 disse.\r\n\r\nCAPITOLO II\r\n\r\nCos\xec.',
      'latin1',
    );
    await choose(page, 'libro.txt', latin);
    await expect(page.getByText('queste si aggiungono in fondo')).toBeVisible();
    await expect(page.getByLabel('Numera da')).toHaveValue('13');
    await expect(page.getByText('Perché no? — disse.')).toBeVisible();
    await page.getByLabel('Numera da').fill('12');
    await expect(page.getByText('Numero già occupato da «Il respiro di Ferro».')).toBeVisible();
    await expect(button(page, /^Salva 2/)).toBeDisabled();
    await button(page, 'Sostituisci «Il respiro di Ferro»').click();
    await expect(row(page, 'cambiata')).toContainText('+3 −');
    await page.getByLabel('Numera da').fill('13');
    await page.getByLabel('Salva «CAPITOLO I»', { exact: true }).uncheck();
    await button(page, 'Salva 1 sezione').click();
    await expectToast(page, 'Sezioni Create', 'La sezione 13 è salvata.');

    await choose(page, 'libro.epub', 'non un archivio');
    await expect(dialog(page).getByRole('alert')).toContainText('«libro.epub» è rovinato');
    const took = await page.getByLabel('Testo del libro').evaluate(
      (field, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        const start = performance.now();
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        return performance.now() - start;
      },
      chapters().replaceAll('# ', ''),
    );
    expect(took).toBeLessThan(2_000);
    await button(page, 'Anteprima').click();
    await expect(button(page, 'Salva 36 sezioni')).toBeEnabled();
  },
);
