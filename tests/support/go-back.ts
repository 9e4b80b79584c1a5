import type { RestorePlan } from '#shared/contracts/backup.ts';
import type { CopiesStatus, CopyReason } from '#shared/contracts/copies.ts';
import { json } from './answers.ts';
import type { Person } from './test-site.ts';

/** Returns the whole site to the newest copy made before an act, as the panel does. @returns the plan that was carried out */
export async function goBack(author: Person, reason: CopyReason): Promise<RestorePlan> {
  const { copies } = await json<CopiesStatus>(await author.request('GET', '/api/admin/backup/copies'));
  const { name } = copies.find((copy) => copy.reason === reason) ?? {};
  const plan = await json<RestorePlan>(
    await author.request('POST', '/api/admin/backup/restore/copy', { name }),
  );
  await json(await author.request('POST', `/api/admin/backup/restore/${plan.id}/apply`, {}));
  return plan;
}
