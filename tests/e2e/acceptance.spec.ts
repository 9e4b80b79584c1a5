import { readFile } from 'node:fs/promises';
import { adminPassword } from '../support/admin-password.ts';
import { authorTest as test, expect } from '../support/site.ts';

interface Chapter {
  sectionNumber: number;
  title: string;
  heading: string;
  content: string;
}

async function pinocchio(): Promise<Chapter[]> {
  return JSON.parse(await readFile('tests/fixtures/pinocchio.json', 'utf8')) as Chapter[];
}

/** The product's reason to exist, on a whole real novel, from the author's first sign-in to a crash and after. */
test('an author puts a novel online and a reader talks about what they have read', async ({
  site,
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const chapters = await pinocchio();

  await page.goto('/admin');
  await page.getByLabel('Password').fill(adminPassword);
  await page.keyboard.press('Enter');
  // The demonstration book makes room: deleted one by one, each with its confirmation.
  page.on('dialog', (dialog) => void dialog.accept());
  const remove = page.getByRole('button', { name: /^Elimina/ });
  await expect(remove.first()).toBeVisible();
  for (let left = await remove.count(); left > 0; left -= 1) {
    await remove.first().click();
    await expect(remove).toHaveCount(left - 1);
  }
  await expect(page.getByText('Nessuna sezione creata. Inizia aggiungendone una.')).toBeVisible();

  await page.getByRole('button', { name: 'Importa da testo' }).click();
  const text = chapters.map(({ title, content }) => `# ${title}\n\n${content}`).join('\n\n');
  await page.getByLabel('Manoscritto', { exact: true }).setInputFiles({
    name: 'pinocchio.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(text),
  });
  await page.getByRole('button', { name: 'Salva 36 sezioni' }).click();
  await expect(page.getByRole('rowheader', { name: 'Capitolo 36', exact: true })).toBeVisible({
    timeout: 30_000,
  });
  // The shorter forms are made in the background; what is compared below is the finished book.
  const unfinished = async () => {
    const answer = await page.request.get('/api/admin/summaries');
    const { done, total } = (await answer.json()) as { done: number; total: number };
    return total - done;
  };
  await expect.poll(unfinished, { timeout: 60_000 }).toBe(0);
  const saved = (await (await page.request.get('/api/sections')).json()) as Chapter[];
  expect(saved.map(({ sectionNumber, content }) => [sectionNumber, content])).toEqual(
    chapters.map(({ sectionNumber, content }) => [sectionNumber, content.trim()]),
  );

  await page.getByRole('tab', { name: 'Codici Sblocco' }).click();
  await page.getByRole('button', { name: 'Aggiungi codice' }).click();
  await page.getByRole('button', { name: 'Genera' }).click();
  const code = await page.getByLabel('Codice', { exact: true }).inputValue();
  await page.getByLabel('Sezione massima').fill('5');
  await page.getByRole('button', { name: /^Salva|^Crea/ }).click();
  await expect(page.getByText('Codice Creato', { exact: true })).toBeVisible();

  const context = await browser.newContext({ baseURL: site.url, locale: 'it-IT' });
  const reader = await context.newPage();
  await reader.goto('/chat');
  await expect(reader.getByText('SEC_00')).toBeVisible();
  await reader.getByRole('button', { name: '[AUTH]' }).click();
  await reader.getByPlaceholder('xxxx-xxxx').fill(code.toUpperCase());
  await reader.keyboard.press('Enter');
  await expect(reader.getByText('SEC_05')).toBeVisible();

  const ask = async (question: string): Promise<string> => {
    await reader.getByPlaceholder('DIGITARE MESSAGGIO...').fill(question);
    await reader.keyboard.press('Enter');
    await expect(reader.getByPlaceholder('DIGITARE MESSAGGIO...')).toBeEnabled();
    await expect(reader.getByPlaceholder('DIGITARE MESSAGGIO...')).toHaveValue('');
    const { messages } = (await (await reader.request.get('/api/chat/history')).json()) as {
      messages: { role: string; content: string }[];
    };
    expect(messages.at(-2)).toMatchObject({ role: 'user', content: question });
    return messages.at(-1)?.content ?? '';
  };
  // Chapter 3: Geppetto makes the puppet, the carabiniere catches it by the nose.
  const known = await ask('Come fece il carabiniere ad acciuffare Pinocchio?');
  expect(known).toMatch(/naso|carabiniere/i);
  expect(chapters.slice(0, 5).some(({ content }) => sharesSentence(content, known))).toBe(true);
  // Chapter 30: Pinocchio leaves with Lucignolo for the Land of Toys.
  const unknown = await ask('Perché Pinocchio parte con Lucignolo per il Paese dei balocchi?');
  expect(unknown).not.toMatch(/lucignolo|balocchi/i);
  expect(chapters.slice(5).some(({ content }) => sharesSentence(content, unknown))).toBe(false);

  await site.end('SIGKILL');
  await site.start();
  await reader.reload();
  await expect(reader.getByText('SEC_05')).toBeVisible();
  await expect(reader.getByText('Come fece il carabiniere ad acciuffare Pinocchio?')).toBeVisible();
  const after = (await (await page.request.get('/api/sections')).json()) as Chapter[];
  expect(after).toEqual(saved);

  // One chapter further on, the same question has its answer.
  await page.request.post('/api/unlock-codes', { data: { code: 'tutto-il-libro', maxSection: 36 } });
  await reader.request.post('/api/redeem-code', { data: { code: 'tuttoillibro' } });
  expect(await ask('Chi è Lucignolo?')).toMatch(/lucignolo/i);
  await context.close();
});

/** Whether a whole sentence of the reply stands in the text. */
function sharesSentence(content: string, reply: string): boolean {
  const sentences = reply.match(/[^.!?…]{25,}[.!?…]/g) ?? [];
  return sentences.some((sentence) => content.includes(sentence.trim()));
}
