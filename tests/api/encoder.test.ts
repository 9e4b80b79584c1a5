import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RestorePlan } from '#shared/contracts/backup.ts';
import { openTestSite } from '../support/test-site.ts';

const encoderThread = new URL('../../src/server/encoder/thread.mjs', import.meta.url);

async function openSite(folder?: string) {
  const site = await openTestSite({ encoderThread, folder });
  onTestFinished(() => site.close());
  if (folder === undefined) onTestFinished(() => rm(site.folder, { recursive: true, force: true }));
  return site;
}

const card = {
  sectionId: null,
  kind: 'fact',
  about: [],
  asks: ['Hai mai visto un faro?'],
  says: 'Una volta, da lontano, nella nebbia.',
};

test('a card that is added gets its vectors, which are kept beside the database and nowhere else', async () => {
  const site = await openSite();
  const { encoding, folder } = site;
  const [ask = ''] = card.asks;
  const author = await site.administrator();
  expect((await author.request('POST', '/api/memory-cards', card)).status).toBe(201);
  const saysVector = () => encoding.vectors.get('passage', card.says);
  await vi.waitFor(() => expect(saysVector()).toHaveLength(384), { timeout: 20_000 });
  expect(encoding.vectors.get('query', ask)).toHaveLength(384);
  // The demonstration's own are shipped.
  expect(encoding.vectors.progress).toEqual({ done: 2, total: 2 });
  expect(encoding.notices()).toEqual([]);
  expect(await encoding.encoder.encodeMessage('Hai visto un faro?')).toHaveLength(384);

  const answer = await site
    .visitor()
    .request('POST', '/api/chat', { message: 'E un faro, l’hai mai visto?' });
  expect((await answer.json()) as unknown).toMatchObject({ response: card.says });

  await vi.waitFor(() => expect(existsSync(join(folder, 'data/vectors.bin'))).toBe(true));
  await site.services.copies.copyNow();
  const inCopies = await readdir(join(folder, 'data/copie'), { recursive: true });
  expect(inCopies.filter((name) => name.includes('vectors'))).toEqual([]);
  const archive = new Uint8Array(
    await (await author.request('GET', '/api/admin/book/package')).arrayBuffer(),
  );
  expect(Object.keys(unzipSync(archive)).filter((name) => name.includes('vectors'))).toEqual([]);
  expect(JSON.stringify(site.logged)).not.toContain('faro');

  const [copy = ''] = await readdir(join(folder, 'data/copie'));
  await author.request('DELETE', `/api/memory-cards/${[...site.store.memoryCards.values()].at(-1)?.id}`);
  const plan = (await (
    await author.request('POST', '/api/admin/backup/restore/copy', { name: copy })
  ).json()) as RestorePlan;
  await author.request('POST', `/api/admin/backup/restore/${plan.id}/apply`, {});
  await vi.waitFor(() => expect(encoding.vectors.progress).toEqual({ done: 2, total: 2 }), {
    timeout: 20_000,
  });
});
