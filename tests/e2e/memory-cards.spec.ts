import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expectAccessible, expectNoSideways } from '../support/accessibility.ts';
import { adminPassword } from '../support/admin-password.ts';
import { drawFrames } from '../support/frames.ts';
import { startFakeGroq } from '../support/fake-groq.ts';
import { expectToast, holdRequests } from '../support/panel.ts';
import { authorTest as test, closeSite, expect, runSite, signIn } from '../support/site.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const rows = (page: Page) => page.getByRole('list', { name: 'Ricordi' }).getByRole('listitem');

/** The dialog of a section, its cards open. */
async function unlockedCards(page: Page, section: string): Promise<void> {
  await signIn(page);
  await page.goto('/admin');
  await button(page, `Modifica sezione ${section}`).click();
  await page.getByText('Ricordi', { exact: true }).click();
  await expect(button(page, 'Aggiungi ricordo')).toBeVisible();
}

const secondSection = '2, Bisonti Meccanici';

test('cards are read when they are opened, added, changed, moved, dragged, deleted and taken from a file', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('memory-cards')) asked.push(request.url());
  });
  await signIn(page);
  await page.goto('/admin');
  await button(page, `Modifica sezione ${secondSection}`).click();
  await expect(page.getByLabel('Titolo', { exact: true })).toHaveValue('Bisonti Meccanici');
  expect(asked).toEqual([]);
  await page.getByText('Ricordi', { exact: true }).click();
  await expect(rows(page).first()).toBeVisible();
  const count = await rows(page).count();
  expect(count).toBeGreaterThan(20);

  await button(page, 'Aggiungi ricordo').click();
  const form = page.getByRole('form', { name: 'Nuovo ricordo' });
  await expect(form.getByRole('textbox', { name: /^Domande/ })).toBeFocused();
  await page.setViewportSize({ width: 360, height: 900 });
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  const kind = form.getByLabel('Tipo');
  await expect(kind).toHaveAccessibleDescription('');
  await kind.selectOption('Di sé, sempre');
  await expect(kind).toHaveAccessibleDescription(/«sempre» perché non cambia con la storia/);
  await kind.selectOption('Fatto');
  await form.getByLabel('Risposta').fill('Un due tre quattro.');
  await expect(form.getByText('4 parole', { exact: true })).toBeVisible();
  await form.getByRole('textbox', { name: /^Domande/ }).fill('Contiamo?\nSai contare?');
  await button(page, 'Salva il ricordo').click();
  await expect(rows(page)).toHaveCount(count + 1);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(rows(page).last()).toContainText('Contiamo? · Sai contare?');
  await expect(rows(page).last()).toContainText('4 parole · scritto da te');

  const up = button(page, 'Sposta su il ricordo «Contiamo?»');
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(up).toBeFocused();
  await expect(page.getByText(`«Contiamo?» ora è al posto ${count} di ${count + 1}.`)).toBeVisible();
  await expect(rows(page).nth(count - 1)).toContainText('Contiamo?');

  await button(page, 'Modifica il ricordo «Contiamo?»').click();
  await page.getByLabel('Risposta').fill('Cinque.');
  await button(page, 'Salva il ricordo').click();
  await expect(rows(page).nth(count - 1)).toContainText('Cinque.');
  await expect(button(page, 'Modifica il ricordo «Contiamo?»')).toBeFocused();

  page.once('dialog', (question) => {
    expect(question.message()).toContain('«Contiamo?»');
    void question.accept();
  });
  // The focus moves with the list; a slow answer to anything else would move it in the middle of the drag below.
  const answerQuestions = await holdRequests(page, /memory-cards\/questions/);
  await button(page, 'Elimina il ricordo «Contiamo?»').click();
  await expect(rows(page)).toHaveCount(count);
  await expect(button(page, 'Aggiungi ricordo')).toBeFocused();

  // By the keyboard; nothing is called saved before the server has said so.
  const idsOf = () => rows(page).evaluateAll((list) => list.map((one) => one.getAttribute('data-card')));
  const ids = await idsOf();
  const handle = rows(page)
    .first()
    .getByRole('button', { name: /^Sposta il ricordo/ });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`, posto 1 di ${ids.length}.`)).toBeAttached();
  // It listens for the arrows once it has drawn what it holds.
  await drawFrames(page, 2);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(`è al posto 2 di ${ids.length}.`)).toBeAttached();
  const answer = await holdRequests(page, /memory-cards\/order/);
  const sent = page.waitForRequest(/memory-cards\/order/);
  await page.keyboard.press('Space');
  await sent;
  await expect.poll(async () => (await idsOf()).slice(0, 2)).toEqual([ids[1], ids[0]]);
  await expect(page.getByText('Ordine salvato')).toHaveCount(0);
  answer();
  await expectToast(page, 'Ordine salvato');
  answerQuestions();

  const yaml = 'section: 2\nricordi:\n  - kind: who\n    asks: [Chi va là?]\n    says: Vado io.\n';
  const file = { name: 'miei.yaml', mimeType: 'application/yaml', buffer: Buffer.from(yaml) };
  const choose = async (name: string) => {
    const chooser = page.waitForEvent('filechooser');
    await button(page, name).click();
    await (await chooser).setFiles(file);
  };
  await choose('Aggiungi da YAML');
  await expect(page.getByText('Aggiunti: 1 ricordo (1 persona).')).toBeVisible();
  await expect(rows(page)).toHaveCount(count + 1);
  page.once('dialog', (question) => void question.accept());
  await choose('Sostituisci con YAML');
  await expect(rows(page)).toHaveCount(1);
  const download = page.waitForEvent('download');
  await button(page, 'Scarica YAML').click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('ricordi-02.yaml');
  expect(await readFile(await saved.path(), 'utf8')).toContain('Vado io.');
});

test('a card begins with a likely question, says what it tells too early, and outlives a refusal and a lost session', async ({
  page,
}) => {
  await unlockedCards(page, '1, Il Mercato');
  const first = await rows(page).first().textContent();
  await button(page, 'Prima della prima sezione').click();
  await expect(rows(page).first()).not.toHaveText(first ?? '');
  await expect(page.getByRole('region', { name: 'Domande probabili' })).toHaveCount(0);

  await unlockedCards(page, secondSection);
  const questions = page.getByRole('region', { name: 'Domande probabili' }).getByRole('listitem');
  const question = (await questions.first().getByRole('button').textContent()) ?? '';
  const evidence = (await questions.first().locator('blockquote').textContent()) ?? '';
  await questions.first().getByRole('button').click();
  const begun = page.getByRole('form', { name: 'Nuovo ricordo' });
  await expect(begun.getByRole('textbox', { name: /^Domande/ })).toHaveValue(question);
  await expect(begun.locator('blockquote')).toHaveText(evidence);
  await begun.getByLabel('Risposta').fill('Te lo dico subito.');
  await button(page, 'Salva il ricordo').click();
  await expect(rows(page).last()).toContainText(question);
  await expect(page.getByRole('button', { name: question, exact: true })).toHaveCount(0);

  await button(page, 'Aggiungi ricordo').click();
  const answer = page.getByLabel('Risposta');
  await answer.fill('a'.repeat(700));
  await button(page, 'Salva il ricordo').click();
  await expect(page.getByText(/può avere al massimo 600 caratteri/)).toBeVisible();
  await expect(answer).toHaveValue('a'.repeat(700));

  await answer.fill('Resto qui.');
  page.once('dialog', (question) => void question.dismiss());
  await page.keyboard.press('Escape');
  await expect(answer).toHaveValue('Resto qui.');

  await page.request.post('/api/admin/logout');
  await button(page, 'Salva il ricordo').click();
  await page.getByLabel('Password').fill(adminPassword);
  await page.keyboard.press('Enter');
  await expect(rows(page).last()).toContainText('Resto qui.');

  await button(page, 'Aggiungi ricordo').click();
  await page.getByLabel('Risposta').fill('Penso a Irja, e non so perché.');
  await button(page, 'Salva il ricordo').click();
  await expect(rows(page).last()).toContainText('Dice «Irja», che il lettore incontra alla sezione 4.');
  await page.getByLabel('Contenuto').fill('Pioveva sui bisonti.');
  await button(page, 'Salva')
    .filter({ hasText: /^Salva$/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(page, `Modifica sezione ${secondSection}`).click();
  await page.getByText('Ricordi', { exact: true }).click();
  await expect(rows(page).last()).toContainText('il testo è cambiato');
});

test('has a model write them: the cost first, then what came', async ({ page }) => {
  const groq = await startFakeGroq();
  const site = await runSite({ GROQ_API_KEY: 'prova', GROQ_BASE_URL: groq.url });
  const says = 'Il ponte era bagnato e io camminavo piano, con una mano sulla ringhiera, senza fretta.';
  const asks = ['com’era il ponte?', 'il ponte com’era?', 'raccontami il ponte'];
  groq.otherwise = {
    kind: 'answer',
    pieces: [JSON.stringify({ ricordi: [{ kind: 'fact', about: [], asks, says }] })],
  };
  await page.request.post(`${site.url}/api/admin/login`, { data: { password: adminPassword } });
  await page.goto(`${site.url}/admin`);
  await button(page, `Modifica sezione ${secondSection}`).click();
  await page.getByText('Ricordi', { exact: true }).click();
  await expect(
    page.getByText(/riceve soltanto il testo di questa sezione: \d+ richieste, circa/),
  ).toBeVisible();
  await button(page, 'Scrivi i ricordi di questa sezione').click();
  await expect(page.getByText('Sezione 2: un ricordo scritto.', { exact: false })).toBeVisible();
  await expect(rows(page).last()).toContainText('scritto da openai/gpt-oss-120b');
  await expectAccessible(page);
  await closeSite(site);
  await groq.close();
});
