import { articleSlugs } from '#shared/pages.ts';
import { adminPassword } from '../support/admin-password.ts';
import { authorTest as test, emptyTest, expect } from '../support/site.ts';
import {
  openPanel,
  tab,
  button,
  chooseMore,
  dialog,
  row,
  expectToast,
  answerNext,
} from '../support/panel.ts';

interface EntityCase {
  tab: string;
  add: string;
  /** Required fields first; saving must wait for each of them. */
  required: [label: string, value: string][];
  /** Something that stands in the row once it is created. */
  shown: string;
  edit: [label: string, value: string];
  toasts: { created: string; updated: string; deleted: string };
  question: string;
  empty: string;
}

const entities: EntityCase[] = [
  {
    tab: 'sezioni',
    add: 'Aggiungi sezione',
    required: [
      ['Numero', '7'],
      ['Titolo', 'Il disgelo'],
      ['Contenuto', 'Sotto il ghiaccio l’acqua si muove.'],
    ],
    shown: 'Il disgelo',
    edit: ['Titolo', 'Il disgelo lungo'],
    toasts: { created: 'Sezione Creata', updated: 'Sezione Aggiornata', deleted: 'Sezione Eliminata' },
    question: 'Sei sicuro di voler eliminare questa sezione?',
    empty: 'Nessuna sezione creata. Inizia aggiungendone una.',
  },
  {
    tab: 'codici-sblocco',
    add: 'Aggiungi codice',
    required: [
      ['Codice', 'neve-2004'],
      ['Sezione massima', '3'],
    ],
    shown: 'neve-2004',
    edit: ['Etichetta', 'Per la libreria di Narvik'],
    toasts: { created: 'Codice Creato', updated: 'Codice Aggiornato', deleted: 'Codice Eliminato' },
    question: 'Sei sicuro di voler eliminare questo codice di sblocco?',
    empty: 'Nessun codice di sblocco creato. Inizia aggiungendone uno.',
  },
  {
    tab: 'codici-musica',
    add: 'Aggiungi codice musicale',
    required: [
      ['Codice', 'LARICE'],
      ['Titolo della traccia', 'Seme di larice'],
      ['Traccia su Spotify', 'https://open.spotify.com/track/3nQx7LmT0aVb9cRk2WsYdZ?si=1'],
    ],
    shown: 'Seme di larice',
    edit: ['Artista', 'Marit Sunde'],
    toasts: {
      created: 'Codice Musicale Creato',
      updated: 'Codice Musicale Aggiornato',
      deleted: 'Codice Musicale Eliminato',
    },
    question: 'Sei sicuro di voler eliminare questo codice musicale?',
    empty: 'Nessun codice musicale creato. Inizia aggiungendone uno.',
  },
  {
    tab: 'galleria',
    add: 'Aggiungi immagine',
    required: [
      ['Titolo', 'Porto Nord'],
      ['Indirizzo dell’immagine', '/public-objects/gallery/03-ferro.webp'],
    ],
    shown: 'Porto Nord',
    edit: ['Descrizione', 'Il molo d’inverno'],
    toasts: { created: 'Immagine Aggiunta', updated: 'Immagine Aggiornata', deleted: 'Immagine Eliminata' },
    question: 'Sei sicuro di voler eliminare questa immagine?',
    empty: 'Nessuna immagine aggiunta. Inizia aggiungendone una.',
  },
];

emptyTest('adds, edits and deletes in each tab', async ({ page }) => {
  for (const entity of entities) {
    await openPanel(page, `scheda=${entity.tab}`);
    await expect(page.getByText(entity.empty)).toBeVisible();

    await button(page, entity.add).click();
    const save = dialog(page).getByRole('button', { name: 'Salva' });
    for (const [label] of entity.required) await dialog(page).getByLabel(label, { exact: true }).fill('');
    for (const [label, value] of entity.required) {
      await expect(save).toBeDisabled();
      await dialog(page).getByLabel(label, { exact: true }).fill(value);
    }
    await save.click();
    await expectToast(page, entity.toasts.created);
    await expect(dialog(page)).toHaveCount(0);
    await expect(row(page, entity.shown)).toBeVisible();

    await row(page, entity.shown)
      .getByRole('button', { name: /^Modifica/ })
      .click();
    for (const [label, value] of entity.required)
      await expect(dialog(page).getByLabel(label, { exact: true })).toHaveValue(value);
    const [label, value] = entity.edit;
    const edited = page.waitForRequest((request) => request.method() === 'PATCH');
    await dialog(page).getByLabel(label).first().fill(value);
    await page.keyboard.press('Control+Enter');
    expect(Object.values((await edited).postDataJSON() as object)).toEqual([value]);
    await expectToast(page, entity.toasts.updated);
    await expect(dialog(page)).toHaveCount(0);

    const remove = row(page, entity.shown).getByRole('button', { name: /^Elimina/ });
    const refused = answerNext(page, false);
    await remove.click();
    const asked = await refused;
    expect(asked.split('\n\n')[0]).toBe(entity.question);
    expect(asked, 'names what goes').toContain('\n\n');
    await expect(row(page, entity.shown)).toBeVisible();

    const accepted = answerNext(page, true);
    await remove.click();
    expect(await accepted).toBe(asked);
    await expectToast(page, entity.toasts.deleted);
    await expect(page.getByText(entity.empty)).toBeVisible();
  }
});

test('a password is masked, may be pasted, and browsers know it for one; only the right one lets in, and out again', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/admin');
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toHaveAttribute('type', 'password');
  await expect(field).toHaveAttribute('autocomplete', 'current-password');
  await page.evaluate(() => navigator.clipboard.writeText('quattro mele sul binario'));
  await field.focus();
  await page.keyboard.press('Control+V');
  await expect(field).toHaveValue('quattro mele sul binario');
  await expect(page.getByRole('tab')).toHaveCount(0);
  const password = page.getByLabel('Password');
  await password.fill('sbagliata');
  await button(page, 'Accedi').click();
  await expect(page.getByRole('alert')).toHaveText('Password errata.');

  const limit = { message: 'Troppe richieste: attendi un momento e riprova.', code: 'TOO_MANY_REQUESTS' };
  await page.route('**/api/admin/login', (route) => route.fulfill({ status: 429, json: limit }), {
    times: 1,
  });
  await button(page, 'Accedi').click();
  await expect(page.getByRole('alert')).toHaveText(limit.message);

  await password.fill(adminPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab')).toHaveText([
    'Sezioni',
    'Codici Sblocco',
    'Codici Musica',
    'Galleria',
    'Backup',
  ]);
  await page.reload();
  await expect(tab(page, 'Sezioni')).toBeVisible();
  await chooseMore(page, 'Esci');
  await expect(password).toBeVisible();
  expect((await page.request.get('/api/sections')).status()).toBe(401);
});

test('keeps what is being typed when the session ends, and saves it after signing in again', async ({
  page,
}) => {
  await openPanel(page);
  await button(page, /^Modifica sezione 4,/).click();
  await page.getByLabel('Titolo', { exact: true }).fill('Un titolo a metà');
  await page.request.post('/api/admin/logout');
  await button(page, 'Salva').click();

  const again = page.getByRole('dialog', { name: 'La sessione è scaduta' });
  await again.getByLabel('Password').fill('sbagliata');
  await page.keyboard.press('Enter');
  await expect(again.getByRole('alert')).toHaveText('Password errata.');
  await again.getByLabel('Password').fill(adminPassword);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Sezione Aggiornata');
  await expect(row(page, 'Un titolo a metà')).toBeVisible();
});

test('keeps the tab and the open entry in the address: back, reload and a link find them', async ({
  page,
}) => {
  await openPanel(page, 'scheda=galleria');
  await expect(tab(page, 'Galleria')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Backup').click();
  await expect(page).toHaveURL(/\/admin\?scheda=backup$/);
  await page.goBack();
  await expect(tab(page, 'Galleria')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Galleria').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/\?scheda=codici-musica$/);
  await expect(row(page, 'LUNANUOVA')).toBeVisible();
  await page.goto('/admin?scheda=altro');
  await expect(tab(page, 'Sezioni')).toHaveAttribute('aria-selected', 'true');
  await page.goto('about:blank');
  await page.goto('/admin#galleria');
  await expect(tab(page, 'Galleria')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/\/admin\?scheda=galleria$/);

  await page.goto('/admin');
  const edit = button(page, 'Modifica sezione 2, ');
  const title = page.getByLabel('Titolo', { exact: true });
  await edit.click();
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\?scheda=sezioni&voce=[\w-]+$/);
  const link = page.url();
  const opened = await title.inputValue();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin$/);
  await page.goForward();
  await expect(title).toHaveValue(opened);
  await page.reload();
  await expect(title).toHaveValue(opened);

  await title.fill('Due');
  await button(page, 'Salva').click();
  await expectToast(page, 'Sezione Aggiornata');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/voce=/);

  await page.goto('about:blank');
  await page.goto(link);
  await expect(title).toHaveValue('Due');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\?scheda=sezioni$/);

  await button(page, 'Aggiungi sezione').click();
  await expect(page).toHaveURL(/voce=nuova$/);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);

  await page.goto('/admin?scheda=galleria&voce=00000000-0000-4000-8000-000000000000');
  await expect(button(page, 'Aggiungi immagine')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  for (const path of articleSlugs) await expect(page.locator(`a[href="/${path}"]`)).toBeVisible();
  await page.getByTestId('link-back-home').click();
  await expect(page).toHaveURL(/\/$/);
});

test('shows the sections by number, their preview and their words', async ({ page }) => {
  await openPanel(page);
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  const sections = (await (await page.request.get('/api/sections')).json()) as Record<string, string>[];
  const [first, third] = [sections[0], sections[2]];
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(sections.length + 1));
  await expect(rows.first()).toContainText(first?.title ?? 'no section');
  const words = (text = '') => text.trim().split(/\s+/).length;
  await expect(rows.first().getByText(`${first?.content?.slice(0, 80)}…`)).toBeVisible();
  await expect(rows.first().getByText(`${words(first?.content)} (100%)`)).toBeVisible();
  const share = Math.round((words(first?.contentReduced30) / words(first?.content)) * 100);
  await expect(rows.first()).toContainText(`${words(first?.contentReduced30)} (${share}%)`);

  await page.getByRole('button', { name: 'Titolo', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Titolo' })).toHaveAttribute('aria-sort', 'ascending');
  const titles = sections
    .map(({ title = '' }) => title)
    .sort(new Intl.Collator('it', { numeric: true }).compare);
  await expect(rows.first()).toContainText(titles[0] ?? 'no section');
  const sentence = third?.content?.split(/\s+/).slice(20, 28).join(' ') ?? '';
  await page.getByLabel('Cerca').fill(sentence.toUpperCase());
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(third?.title ?? 'no section');
  await page.getByLabel('Cerca').fill('nessuno scrive cosìì');
  await expect(page.getByText('Nessuna corrispondenza per «nessuno scrive cosìì».')).toBeVisible();

  await page.request.post('/api/sections', {
    data: { sectionNumber: 40, title: 'Appunti', content: 'Una riga.' },
  });
  await page.reload();
  await expect(row(page, 'Appunti')).toContainText('2 (100%)');
  await expect(row(page, 'Appunti')).toContainText('Riassunti non generati');
});

test('tells what is wrong beside the field, from the contract and from the server', async ({ page }) => {
  await openPanel(page, 'scheda=codici-sblocco');
  await button(page, 'Aggiungi codice').click();
  const code = page.getByLabel('Codice', { exact: true });
  await code.fill('ab-1');
  await page.getByLabel('Sezione massima').fill('tre');
  await page.getByLabel('Etichetta').focus();
  await expect(page.getByText('Il codice deve avere da 4 a 64 lettere o cifre.')).toBeVisible();
  await expect(page.getByText('La sezione massima deve essere un numero intero da 1 in su.')).toBeVisible();

  await page.getByLabel('Sezione massima').fill('3');
  await code.fill('QR4N 7MDX');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await button(page, 'Salva').click();
  expect((await sent).postDataJSON()).toMatchObject({ maxSection: '3' });
  await expectToast(page, 'Errore', 'Esiste già un codice di sblocco uguale: «qr4n-7mdx».');
  await expect(code).toHaveAccessibleDescription(/«qr4n-7mdx»/);

  await button(page, 'Genera').click();
  await expect(code).toHaveValue(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
  const generated = await code.inputValue();
  await page.route('**/api/unlock-codes', (route) => route.abort(), { times: 1 });
  await button(page, 'Salva').click();
  await expectToast(page, 'Errore', 'Impossibile salvare il codice');
  await button(page, 'Salva').click();
  await expectToast(page, 'Codice Creato');
  await page.getByLabel('Cerca').fill(generated.replace('-', '').toUpperCase());
  await expect(row(page, generated)).toBeVisible();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await row(page, generated)
    .getByRole('button', { name: /^Copia/ })
    .click();
  await expect(row(page, generated).getByText('Copiato', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(generated);
});

test('adds an entry where browsers make no identifiers, as over plain http in the home network', async ({
  page,
}) => {
  await page.addInitScript(() => Object.assign(crypto, { randomUUID: undefined }));
  await openPanel(page, 'scheda=codici-sblocco');
  await button(page, 'Aggiungi codice').click();
  await dialog(page).getByLabel('Codice', { exact: true }).fill('da casa mia');
  await dialog(page).getByLabel('Sezione massima').fill('1');
  await button(page, 'Salva').click();
  await expectToast(page, 'Codice Creato');
});

test('asks before letting go of what is not saved', async ({ page }) => {
  await openPanel(page, 'scheda=codici-musica');
  await tab(page, 'Sezioni').click();
  await button(page, 'Modifica sezione 1, Il Mercato').click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page, 'Modifica sezione 1, Il Mercato')).toBeFocused();

  await button(page, 'Modifica sezione 1, Il Mercato').click();
  const title = page.getByLabel('Titolo', { exact: true });
  await title.fill('Altro');
  const escape = answerNext(page, false);
  await page.keyboard.press('Escape');
  expect(await escape).toContain('modifiche non salvate');
  await expect(title).toHaveValue('Altro');

  const back = answerNext(page, false);
  await page.evaluate(() => history.back());
  await back;
  await expect(title).toHaveValue('Altro');
  await expect(page).toHaveURL(/\?scheda=sezioni&voce=[\w-]+$/);

  const unload = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const question = await unload;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await closing;

  const kept = answerNext(page, false);
  await button(page, 'Annulla').click();
  expect(await kept).toContain('modifiche non salvate');
  await expect(title).toHaveValue('Altro');
  const cancelled = answerNext(page, true);
  await button(page, 'Annulla').click();
  await cancelled;
  await expect(dialog(page)).toHaveCount(0);
  await button(page, 'Modifica sezione 1, Il Mercato').click();
  await expect(title).toHaveValue('Il Mercato');
});

test('shows that it is reading, that it failed, and reads again', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/sections', async (route) => {
    await held;
    await route.abort();
  });
  await openPanel(page);
  await expect(page.getByRole('status').filter({ hasText: 'Lettura delle sezioni…' })).toBeVisible();
  release();
  await expect(page.getByRole('alert')).toContainText('Impossibile leggere le sezioni');
  await page.unroute('**/api/sections');
  await button(page, 'Riprova').click();
  await expect(row(page, 'Il Mercato')).toBeVisible();

  await page.route('**/api/admin/backup', (route) => route.abort());
  await tab(page, 'Backup').click();
  await expect(page.getByText('Non riesco a sapere quanto è grande')).toHaveCount(2);
});
