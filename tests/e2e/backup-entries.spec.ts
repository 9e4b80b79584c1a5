import { gunzipSync } from 'node:zlib';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import type { BookState } from '#shared/contracts/book.ts';
import { button, dialog, expectToast, openPanel, returnToCopy } from '../support/panel.ts';
import { authorTest as test, expect } from '../support/site.ts';

interface Listed {
  id: string;
  sectionNumber: number;
  title: string;
  content: string;
}

test('one section comes back out of a backup, side by side with the one of now', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
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
  await expect(sheet.getByRole('group', { name: 'Nel backup', exact: true }).first()).toBeVisible();
  await expect(sheet.getByRole('group', { name: 'Adesso', exact: true }).first()).toContainText(
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

  await page.route('**/entries*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByLabel('File del backup').setInputFiles({
    name: 'database.json',
    mimeType: 'application/json',
    buffer: database,
  });
  await expect(look.getByRole('alert')).toContainText('non è cambiato nulla');
});

test('both backups are downloaded; one is put back after a word, and what it replaced is a copy in the list', async ({
  page,
}) => {
  await openPanel(page, 'scheda=backup');
  for (const [name, file] of [
    ['Scarica il database (JSON)', /^database-[\d-]+\.json$/],
    ['Scarica i file (tar.gz)', /^files-[\d-]+\.tar\.gz$/],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    expect((await download).suggestedFilename()).toMatch(file);
  }
  const database = await (await page.request.get('/api/admin/backup/database')).body();
  const sections = (await (await page.request.get('/api/sections')).json()) as { id: string }[];
  await page.request.delete(`/api/sections/${sections[0]?.id}`);
  const count = async () => ((await (await page.request.get('/api/sections')).json()) as unknown[]).length;

  const file = page.getByLabel('File del backup');
  await file.setInputFiles({ name: 'appunti.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(page.getByRole('alert')).toContainText('non è un backup del database');
  const archive = await (await page.request.get('/api/admin/backup/files')).body();
  await file.setInputFiles([
    { name: 'database.json', mimeType: 'application/json', buffer: database },
    // As Safari leaves it.
    { name: 'files.tar.gz', mimeType: 'application/gzip', buffer: gunzipSync(archive) },
  ]);
  await expect(page.getByRole('row', { name: 'Sezioni' })).toContainText('+1');
  const confirm = page.getByRole('button', { name: 'Ripristina', exact: true });
  await expect(confirm).toBeDisabled();
  await page.getByLabel('Per confermare scrivi RIPRISTINA').fill('ripristina');
  await confirm.click();

  await expectToast(page, 'Backup ripristinato', 'fra le copie');
  expect(await count()).toBe(sections.length);
  await expectAccessible(page);
  await returnToCopy(page, 'prima di tornare a un backup');
  expect(await count()).toBe(sections.length - 1);
});

test('the plan tells of the book, and one part of it comes back out of a copy', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await openPanel(page);
  const read = async () => (await (await page.request.get('/api/admin/book')).json()) as BookState;
  const database = await (await page.request.get('/api/admin/backup/database')).body();
  const { draft, revision } = await read();
  const changed = {
    ...draft,
    book: { ...draft.book, title: 'Un altro titolo' },
    landing: { ...draft.landing, synopsis: ['Una trama riscritta di fretta.'] },
  };
  expect((await page.request.patch('/api/admin/book', { data: { draft: changed, revision } })).ok()).toBe(
    true,
  );
  expect((await page.request.post('/api/admin/book/publish', { data: {} })).ok()).toBe(true);

  await page.goto('/admin?scheda=backup');
  const file = { name: 'database.json', mimeType: 'application/json', buffer: database };
  await page.getByLabel('File del backup').setInputFiles(file);
  const parts = 'Titolo e copertina, Trama';
  await expect(page.getByText(`Il libro che i lettori vedono cambia in: ${parts}.`)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Il libro' }).getByRole('cell').nth(3)).toHaveText(
    '−2',
  );
  const look = page.getByRole('region', { name: 'Riprendi una parte del libro' });
  await expect(look.getByRole('listitem')).toHaveText(['Titolo e copertina', 'Trama']);
  await look.getByRole('button', { name: 'Trama' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('group', { name: 'Adesso', exact: true })).toContainText(
    'riscritta di fretta',
  );
  await expectAccessible(page);
  await expectNoSideways(page);
  await button(page, 'Riprendi dal backup').click();
  await expectToast(page, 'Ripreso dal backup', 'fra le versioni');
  await expect(look.getByRole('listitem')).toHaveText(['Titolo e copertina']);
  await expect(page.getByText('La bozza del libro cambia in: Titolo e copertina.')).toBeVisible();
  const { draft: taken } = await read();
  expect([taken.book.title, taken.landing.synopsis]).toEqual(['Un altro titolo', draft.landing.synopsis]);
  await expectAccessible(page);
});
