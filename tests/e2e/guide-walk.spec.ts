import type { Locator, Page } from 'playwright/test';
import { adminPassword } from '../support/admin-password.ts';
import { docx } from '../support/manuscripts.ts';
import { button, dialog, expectToast, pinocchio, tab } from '../support/panel.ts';
import { emptyTest as test, expect } from '../support/site.ts';

const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^Parti del/ }).getByRole('button', { name, exact: true });

/** One step of docs/guida.md, with the seconds it took among the annotations of the report. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await test.step(name, work);
  const description = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  test.info().annotations.push({ type: name, description });
  return result;
}

/** Presses a button or a link, and counts it. */
function countClicks() {
  let clicks = 0;
  return {
    get count() {
      return clicks;
    },
    async press(locator: Locator) {
      clicks += 1;
      await locator.click();
    },
  };
}

/** Whether a whole sentence of the reply stands in the text. */
function sharesSentence(content: string, reply: string): boolean {
  const sentences = reply.match(/[^.!?…]{25,}[.!?…]/g) ?? [];
  return sentences.some((sentence) => content.includes(sentence.trim()));
}

/** The way that docs/guida.md leads, by the panel alone: from an empty site to a published one with printed codes. */
test('by the guide alone a novelist gets from nothing to a published book and 300 printed codes, and a reader talks about what they have read', async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(300_000);
  await page.addInitScript(() => {
    Object.assign(window, {
      printed: 0,
      print: () => ((window as unknown as { printed: number }).printed += 1),
    });
  });

  await step('1. entrare con la password stampata', async () => {
    await page.goto('/admin');
    await expect(page.getByText('La password è quella che hai scelto installandolo')).toBeVisible();
    await page.getByLabel('Password').fill(adminPassword);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Primi passi' })).toBeVisible();
  });

  await step('2. «Il libro»: titolo, trama, negozio, privacy, personaggio', async () => {
    const sheet = dialog(page);
    await page.getByRole('link', { name: 'Scrivi il libro: titolo, copertina, trama' }).click();
    await sheet.getByLabel('Titolo', { exact: true }).fill('Le avventure di Pinocchio');
    await sheet.getByLabel('Chi l’ha scritto').fill('Carlo Collodi');
    await part(page, 'Trama e acquisto').click();
    await sheet
      .getByLabel('La trama')
      .fill('C’era una volta un pezzo di legno, che piangeva e rideva come un bambino.');
    await sheet.getByLabel('Indirizzo del negozio').fill('https://libri.example/pinocchio');
    await part(page, 'In fondo e privacy').click();
    await sheet.getByLabel('Chi risponde dei dati').fill('Carlo Collodi');
    await sheet.getByLabel('Dove scrivere').fill('collodi@libri.example');
    await expect(sheet.getByText('Bozza salvata.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Il personaggio', exact: true }).click();
    await sheet.getByLabel('Come si chiama').fill('Pinocchio');
    await sheet
      .getByLabel('Chi è e come parla')
      .fill('Sei un burattino di legno. Parli toscano, con la lingua lunga.');
    await expect(sheet.getByText('Bozza salvata.')).toBeVisible();
  });

  await step('3. «Pubblica»', async () => {
    await button(page, 'Pubblica').click();
    await expectToast(page, 'Libro pubblicato');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  });

  await step('4. il manoscritto, da Word', async () => {
    await page.getByRole('link', { name: 'Porta il manoscritto' }).click();
    await button(page, 'Importa da testo').click();
    const blocks = pinocchio.flatMap(({ sectionNumber, content }) => [
      { heading: `Capitolo ${sectionNumber}`, level: 1 },
      ...content.split('\n\n'),
    ]);
    await page.getByLabel('Manoscritto', { exact: true }).setInputFiles({
      name: 'pinocchio.docx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(docx(['Le avventure di Pinocchio', ...blocks])),
    });
    await button(page, 'Salva 36 sezioni').click();
    await expectToast(page, 'Sezioni Create');
    await expect(page.getByText('36 sezioni · 40.839 parole')).toBeVisible();
  });

  const link = await step('5. 300 codici, fino al foglio stampato', async () => {
    const clicks = countClicks();
    await clicks.press(tab(page, 'Codici Sblocco'));
    await clicks.press(button(page, 'Molti codici'));
    await dialog(page).getByLabel('Quanti', { exact: true }).fill('300');
    await page.keyboard.press('Tab');
    await page.keyboard.type('5');
    await expect(dialog(page).getByLabel('Sezione massima')).toHaveValue('5');
    await clicks.press(button(page, 'Crea'));
    await expect(dialog(page).getByText('300 codici creati')).toBeVisible();
    await clicks.press(dialog(page).getByRole('button', { name: 'Stampa' }));
    await expect(dialog(page).getByText('300 codici su 13 fogli A4')).toBeVisible();
    await clicks.press(dialog(page).getByRole('button', { name: 'Stampa' }));
    expect(await page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1);
    expect(clicks.count).toBeLessThanOrEqual(10);
    test.info().annotations.push({ type: 'clic', description: String(clicks.count) });
    const printed = page.locator('.code-print .code-ticket-code');
    await expect(printed).toHaveCount(300);
    await expect(page.locator('.code-print .code-ticket-book').first()).toHaveText(
      'Le avventure di Pinocchio',
    );
    return `/chat#codice=${(await printed.first().textContent()) ?? ''}`;
  });

  await step('6. come lettore: la pagina, il codice inquadrato, una domanda', async () => {
    const context = await browser.newContext({ baseURL: site.url, locale: 'it-IT' });
    const reader = await context.newPage();
    await reader.goto('/');
    await expect(reader).toHaveTitle('Le avventure di Pinocchio · Carlo Collodi');
    await reader.getByRole('button', { name: 'Privacy e cookie' }).click();
    await expect(dialog(reader)).toContainText('collodi@libri.example');
    await reader.goto(link);
    await reader.getByRole('button', { name: '[VALIDATE]' }).click();
    await expect(reader.getByText('SEC_05')).toBeVisible();
    const ask = async (question: string): Promise<string> => {
      await reader.getByPlaceholder('DIGITARE MESSAGGIO...').fill(question);
      await reader.keyboard.press('Enter');
      await expect(reader.getByPlaceholder('DIGITARE MESSAGGIO...')).toHaveValue('');
      const { messages } = (await (await reader.request.get('/api/chat/history')).json()) as {
        messages: { role: string; content: string }[];
      };
      expect(messages.at(-2)).toMatchObject({ role: 'user', content: question });
      return messages.at(-1)?.content ?? '';
    };
    // Chapter 3: Geppetto makes the puppet, the carabiniere catches it by the nose.
    const open = await ask('Come fece il carabiniere ad acciuffare Pinocchio?');
    expect(open).toMatch(/naso|carabiniere/i);
    expect(pinocchio.slice(0, 5).some(({ content }) => sharesSentence(content, open))).toBe(true);
    // Chapter 30: Pinocchio leaves with Lucignolo for the Land of Toys.
    const locked = await ask('Perché Pinocchio parte con Lucignolo per il Paese dei balocchi?');
    expect(locked).not.toMatch(/lucignolo|balocchi/i);
    expect(pinocchio.slice(5).some(({ content }) => sharesSentence(content, locked))).toBe(false);

    // A crash takes nothing of it.
    const sections = async () => (await (await page.request.get('/api/sections')).json()) as object[];
    const unfinished = async () => {
      const answer = await page.request.get('/api/admin/summaries');
      const { done, total } = (await answer.json()) as { done: number; total: number };
      return total - done;
    };
    await expect.poll(unfinished, { timeout: 60_000 }).toBe(0);
    const saved = await sections();
    await site.end('SIGKILL');
    await site.start();
    await reader.reload();
    await expect(reader.getByText('SEC_05')).toBeVisible();
    await expect(reader.getByText('Come fece il carabiniere ad acciuffare Pinocchio?')).toBeVisible();
    expect(await sections()).toEqual(saved);

    // At the end of the book the same question has its answer.
    await page.request.post('/api/unlock-codes', { data: { code: 'tutto-il-libro', maxSection: 36 } });
    await reader.request.post('/api/redeem-code', { data: { code: 'tuttoillibro' } });
    expect(await ask('Chi è Lucignolo?')).toMatch(/lucignolo/i);
    await context.close();
  });

  await step('7. i due file del backup', async () => {
    await page.goto('/admin?scheda=backup');
    for (const name of ['Scarica il database', 'Scarica i file']) {
      const download = page.waitForEvent('download');
      await page.getByText(name).first().click();
      expect(await (await download).path()).toBeTruthy();
    }
    await page.reload();
    const steps = page.getByRole('region', { name: 'Primi passi' });
    await expect(steps.getByText('Scarica la prima copia: fatto')).toBeVisible();
    await button(page, 'Chiudi i primi passi').click();
    await page.reload();
    await expect(page.getByText('36 sezioni').or(page.getByText('La banca dati'))).toBeVisible();
    await expect(steps).toHaveCount(0);
  });
});
