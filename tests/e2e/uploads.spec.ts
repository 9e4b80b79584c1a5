import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { button, dialog, expectToast, openPanel, row } from '../support/panel.ts';
import { authorTest as test, expect, signIn } from '../support/site.ts';

const picture = 'src/content/media/gallery/03-ferro-640.webp';

test('several images dropped at once become entries, and the one that fails says why', async ({ page }) => {
  await signIn(page);
  await page.goto('/admin?scheda=galleria');
  const area = page.locator('.admin-drop').filter({ has: page.getByLabel('File delle immagini') });
  await expect(area).toContainText('Trascina qui le immagini');
  const before = await page.getByText(/^\d+ immagini$/).textContent();

  const bytes = [...(await readFile(picture))];
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    const image = new Uint8Array(content);
    data.items.add(new File([image], 'sotto-la-neve.webp', { type: 'image/webp' }));
    data.items.add(new File(['ciao'], 'rotta.png', { type: 'image/png' }));
    // One byte more is another file, with the same picture in it.
    data.items.add(new File([image, '\n'], 'la_stazione.webp', { type: 'image/webp' }));
    return data;
  }, bytes);
  await area.dispatchEvent('dragover', { dataTransfer: transfer });
  await expect(area).toHaveAttribute('data-dragging', 'true');
  await area.dispatchEvent('dragleave');
  await expect(area).not.toHaveAttribute('data-dragging');
  // Beside it they are taken all the same: the browser would open the first of them in the panel's place.
  const beside = page.getByRole('heading', { name: 'Audio e video' });
  await beside.dispatchEvent('dragover', { dataTransfer: transfer });
  await expect(area).toContainText('Lascia andare');
  await beside.dispatchEvent('drop', { dataTransfer: transfer });

  await expect(page.getByText('2 caricate · 1 non riuscita')).toBeVisible();
  // What is told of all the files follows at once.
  await expect(page.getByText(/^2 file caricati, /)).toBeVisible();
  await expect(page.getByText('Il file deve essere un’immagine JPEG, PNG, WebP, AVIF o GIF.')).toBeVisible();
  for (const title of ['Sotto la neve', 'La stazione'])
    await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
  await expect(
    page.getByText(`${Number.parseInt(before ?? '', 10) + 2} immagini`, { exact: true }),
  ).toBeVisible();

  // Its entry deleted, the file stays as long as that can come back.
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.message());
    void question.accept();
  });
  await page.getByRole('button', { name: 'Elimina immagine Sotto la neve' }).click();
  await expect(page.getByText('Immagine Eliminata', { exact: true })).toBeVisible();
  expect(questions).toHaveLength(1);
  const files = async () =>
    (await (await page.request.get('/api/admin/uploads')).json()) as { unused: unknown[] };
  expect((await files()).unused).toEqual([]);
  await page.request.delete('/api/admin/bin');
  expect((await files()).unused).toHaveLength(1);
});

test('several images can be drafts as soon as they are there, and what waits stays what it was', async ({
  page,
  playwright,
  site,
}) => {
  await signIn(page);
  await page.goto('/admin?scheda=galleria');
  const buffer = await readFile(picture);
  const mimeType = 'image/webp';
  const choose = (...names: string[]) =>
    page
      .getByLabel('File delle immagini')
      .setInputFiles(
        names.map((name) => ({ name, mimeType, buffer: Buffer.concat([buffer, Buffer.from(name)]) })),
      );
  const state = (name: string) => page.getByRole('radio', { name, exact: true });
  await expect(state('Pubbliche')).toBeChecked();
  await state('Pubbliche').focus();
  await page.keyboard.press('ArrowDown');
  await expect(state('Bozze')).toBeChecked();
  await choose('prima.webp', 'seconda.webp');
  await state('Pubbliche').check();
  await choose('terza.webp');
  await expect(page.getByText('3 caricate')).toBeVisible();
  for (const name of ['Prima Bozza', 'Seconda Bozza', 'Terza'])
    await expect(page.getByRole('rowheader', { name, exact: true })).toBeVisible();

  const stranger = await playwright.request.newContext({ baseURL: site.url });
  const listed = await (await stranger.get('/api/gallery-images')).text();
  expect(['Prima', 'Seconda', 'Terza'].filter((title) => listed.includes(`"${title}"`))).toEqual(['Terza']);
  const all = (await (await page.request.get('/api/gallery-images/all')).json()) as Record<string, string>[];
  const statuses = all.slice(-3).map(async ({ imageUrl = '' }) => (await stranger.get(imageUrl)).status());
  expect(await Promise.all(statuses)).toEqual([404, 404, 200]);
  await stranger.dispose();

  // Several are chosen and changed together.
  for (const name of ['Prima', 'Seconda']) await page.getByLabel(`Scegli immagine ${name}`).check();
  await expect(page.getByText('2 immagini scelte')).toBeVisible();
  await page.getByRole('button', { name: 'Rendi pubbliche' }).click();
  for (const name of ['Prima', 'Seconda'])
    await expect(page.getByRole('rowheader', { name, exact: true })).toBeVisible();
  await expect(page.getByText('2 immagini scelte')).toHaveCount(0);

  // The picker offers what is then explained.
  await expect(page.getByLabel('File delle immagini')).toHaveAttribute('accept', /\.heic/);
});

test('a recording whose file is gone says so, and another takes its place by being dropped on it', async ({
  page,
  site,
}) => {
  await signIn(page);
  const content = await readFile('src/content/media/audio/estratto-il-kivgiq.mp3');
  const file = { name: 'mia.mp3', mimeType: 'audio/mpeg', buffer: content };
  const sent = await page.request.post('/api/admin/media/estratto-ferro', { multipart: { file } });
  const { replacement } = (await sent.json()) as { replacement: { url: string } };
  await rm(join(site.folder, replacement.url));
  await page.goto('/admin?scheda=galleria');
  const row = page.getByRole('listitem').filter({ hasText: 'Estratto · Ferro' });
  await expect(row).toContainText('Il file manca, e non ce n’è una copia');
  await expect(row.locator('audio')).toHaveCount(0);

  const transfer = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'mia.mp3', { type: 'audio/mpeg' }));
      return data;
    },
    [...content],
  );
  await row.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(row.locator('audio')).toBeVisible();
  await expect(row).not.toContainText('Il file manca');
});

test('a picture is uploaded as a draft, shown small, and moved up', async ({ page }) => {
  await openPanel(page, 'scheda=galleria');
  await button(page, 'Aggiungi immagine').click();
  const files = page.getByRole('dialog').locator('input[type="file"]');
  await files.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('testo') });
  await expect(page.getByText('Il file scelto non è un’immagine.')).toBeVisible();
  await files.setInputFiles({
    name: 'finta.png',
    mimeType: 'image/png',
    buffer: Buffer.from('non è un’immagine'),
  });
  await expect(page.getByText('Il file deve essere un’immagine JPEG, PNG, WebP, AVIF o GIF.')).toBeVisible();
  await files.setInputFiles({
    name: 'IMG_2041.HEIC',
    mimeType: 'image/heic',
    buffer: await readFile(picture),
  });
  await expect(dialog(page).getByText(/È una foto HEIC.*JPEG/)).toBeVisible();
  await files.setInputFiles('src/content/media/gallery/03-ferro.webp');
  await expect(page.getByLabel('Indirizzo dell’immagine')).toHaveValue(
    /^\/uploads\/images\/[0-9a-f]+\.webp$/,
  );
  await expect
    .poll(() =>
      page.getByAltText('Anteprima dell’immagine').evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);
  await page.getByLabel('Titolo', { exact: true }).fill('Ferro, di nuovo');
  await dialog(page).getByRole('radio', { name: 'Bozza', exact: true }).check();
  await button(page, 'Salva').click();
  await expectToast(page, 'Immagine Aggiunta');
  await expect(row(page, 'Ferro, di nuovo')).toContainText('Bozza');
  const listed = await (await page.request.get('/api/gallery-images')).text();
  expect(listed).not.toContain('Ferro, di nuovo');

  const images = async () =>
    (await (await page.request.get('/api/gallery-images/all')).json()) as { title: string }[];
  const last = (await images()).length - 1;
  const up = button(page, 'Sposta su immagine Ferro, di nuovo');
  await up.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(up).toBeFocused();
  const place = async () => (await images()).findIndex(({ title }) => title === 'Ferro, di nuovo');
  await expect.poll(place).toBe(last - 2);
  // The table shows a small file, not the photograph.
  await expect
    .poll(async () => {
      await page.reload();
      return row(page, 'Ferro, di nuovo').locator('img').getAttribute('src');
    })
    .toMatch(/-480\.webp$/);
});
