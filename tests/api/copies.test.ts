import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RestorePlan } from '#shared/contracts/backup.ts';
import type { CopiesStatus } from '#shared/contracts/copies.ts';
import { openTestSite } from '../support/test-site.ts';

test('the copy of a day beside the data brings the book back by the usual plan', async () => {
  const site = await openTestSite();
  onTestFinished(() => site.close());
  const author = await site.administrator();
  const json = async (method: string, path: string, body?: object) =>
    (await (await author.request(method, path, body)).json()) as unknown;
  const copies = async () => (await json('GET', '/api/admin/backup/copies')) as CopiesStatus;
  expect(await copies()).toMatchObject({ state: 'waiting', copies: [] });

  await site.services.copies.copyNow();
  const [copy] = (await copies()).copies;
  expect(await readdir(join(site.folder, 'data', 'copie'))).toContain(copy?.name);
  expect(await json('GET', '/api/health')).toMatchObject({ dailyCopy: 'ok' });

  const section = site.store.sections.byNumber(5);
  await author.request('DELETE', `/api/sections/${section?.id}`);
  expect(site.store.sections.byNumber(5)).toBeUndefined();
  const plan = (await json('POST', '/api/admin/backup/restore/copy', { name: copy?.name })) as RestorePlan;
  expect(plan.collections.sections).toMatchObject({ added: 1, removed: 0, changed: 0 });
  await json('POST', `/api/admin/backup/restore/${plan.id}/apply`, {});
  expect(site.store.sections.byNumber(5)).toEqual(section);
});

test('a copy that the author asks for is in the list at once, beside those of the days', async () => {
  const site = await openTestSite();
  onTestFinished(() => site.close());
  const author = await site.administrator();
  const answer = await author.request('POST', '/api/admin/backup/copies', {});
  expect(answer.status).toBe(201);
  const { copies } = (await answer.json()) as CopiesStatus;
  expect(copies.map(({ reason }) => reason)).toEqual(['asked']);
  expect(await readdir(join(site.folder, 'data', 'copie'))).toContain(copies[0]?.name);
});
