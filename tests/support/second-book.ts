import { rm } from 'node:fs/promises';
import { join } from 'node:path';
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
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await author.request(method, `/api/admin${path}`, body);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await pinocchioPackage())]), 'pinocchio.zip');
  const { id } = (await (await call('POST', '/book/package', form)).json()) as { id: string };
  await call('POST', `/book/package/${id}/apply`, {});
  let progress: SummariesProgress;
  do {
    await settleEventLoop();
    progress = (await (await call('GET', '/summaries')).json()) as SummariesProgress;
  } while (progress.done < progress.total || progress.state === 'running');
  await site.stop();
  // A test's site begins with no copy, as it does over the demonstration.
  await rm(join(site.folder, 'data/copie'), { recursive: true });
  process.env.SECOND_BOOK_FOLDER = site.folder;
  return () => rm(site.folder, { recursive: true, force: true });
}
