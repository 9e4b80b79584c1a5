import { expectAccessible } from '../support/accessibility.ts';
import { answerNext, dialog, openPanel } from '../support/panel.ts';
import { authorTest as test, expect } from '../support/site.ts';

test('chapters show their memories and his name, and one switch takes a whole chapter from him and gives it back', async ({
  page,
}) => {
  await openPanel(page, 'foglio=personaggio.capitoli');
  const sheet = dialog(page).last();
  const second = sheet.getByRole('row').nth(2);
  await expect(second).toContainText(/\d+ ricordi/);
  await expect(second).toContainText(/\d+ volt[ae]/);
  await expectAccessible(page);
  const text = async () => {
    const sections = (await (await page.request.get('/api/sections')).json()) as { content: string }[];
    return sections[1]?.content ?? '';
  };
  const before = await text();
  const box = second.getByRole('checkbox', { name: /^Non c’era in/ });
  await box.click();
  await expect(box).toBeChecked();
  expect(await text()).toBe(`[[non c'ero]]\n${before.trim()}\n[[/]]`);
  await box.click();
  await expect(box).not.toBeChecked();
  expect(await text()).toBe(before.trim());

  // A passage that is marked already is not lost unasked.
  const id = await page.request
    .get('/api/sections')
    .then(async (r) => ((await r.json()) as { id: string }[])[1]?.id);
  const [head = '', ...rest] = before.trim().split('\n');
  const partly = [`[[non c'ero]]`, head, '[[/]]', ...rest].join('\n');
  expect((await page.request.patch(`/api/sections/${id}`, { data: { content: partly } })).ok()).toBe(true);
  await page.reload();
  await expect(second).toContainText('in parte');
  const question = answerNext(page, false);
  await box.click();
  expect(await question).toContain('ci sono già passi');
  expect(await text()).toBe(partly);
});
