import { rm } from 'node:fs/promises';
import type { SummariesProgress } from '#shared/contracts/summaries.ts';
import { settleEventLoop } from './latency.ts';
import { pinocchioPackage } from './pinocchio-package.ts';
import { openTestSite } from './test-site.ts';

/**
 * With `TEST_BOOK=second`, before the first test: a site with the second book, imported as its author would and at rest, whose
 * folder every test's site begins as a copy of. See docs/decisions/025.
 */
export default async function prepareSecondBook(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_BOOK !== 'second') return undefined;
  const site = await openTestSite({ env: { DEMO: 'off' } });
  const author = await site.administrator();
  const call = async <T>(method: string, path: string, body?: unknown) => {
    const response = await author.request(method, `/api/admin${path}`, body);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await pinocchioPackage())]), 'pinocchio.zip');
  const { id } = await call<{ id: string }>('POST', '/book/package', form);
  await call('POST', `/book/package/${id}/apply`, {});
  // As if it had always been here: there is no import to undo.
  await site.store.mutate([{ type: 'delete', collection: 'settings', id: 'package:last' }]);
  let progress: SummariesProgress;
  do {
    await settleEventLoop();
    progress = await call('GET', '/summaries');
  } while (progress.done < progress.total || progress.state === 'running');
  await site.stop();
  process.env.SECOND_BOOK_FOLDER = site.folder;
  return () => rm(site.folder, { recursive: true, force: true });
}
