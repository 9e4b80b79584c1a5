import type { RestorePlan } from '#shared/contracts/backup.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { formatMoment } from '../format.ts';
import { neverAsksToSignIn } from '../session/sign-in-link.ts';
import { sendFile } from '../uploads/send-file.ts';
import type { SiteCopy } from './copies-list.tsx';
import { usePlan } from './use-plan.ts';

/** A plan and what it was read from. */
export type ShownPlan = RestorePlan & { database: string; archive?: string };

/** Told by the first byte, not by the name: Safari unpacks an archive, and may leave its name. */
const isDatabase = async (file: File) => (await file.slice(0, 1).text()) === '{';

export function useRestore() {
  const utils = trpc.useUtils();
  const plan = usePlan<ShownPlan>((id) =>
    utils.client.restore.discard.mutate({ id }, { context: neverAsksToSignIn }),
  );

  /** Uploads database, archive or both for a plan; an archive alone belongs to the current plan. */
  async function check(files: File[]): Promise<void> {
    const areDatabases = await Promise.all(files.map(isDatabase));
    const [database, ...moreDatabases] = files.filter((_, index) => areDatabases[index]);
    const [archive, ...moreArchives] = files.filter((_, index) => !areDatabases[index]);
    if (moreDatabases.length > 0 || moreArchives.length > 0)
      return plan.refuse(
        'Servono al massimo due file: un database (.json) e un archivio dei file (.tar.gz).',
      );
    if (!database && !plan.current)
      return plan.refuse('Prima il database (.json): l’archivio dei file va insieme a quello.');
    const readDatabase = async (file: File) => ({
      ...(await sendFile('restore.check', file, plan.send('Invio del database', file))),
      database: file.name,
    });
    const readArchive = async (file: File, shown: ShownPlan) => ({
      ...shown,
      ...(await sendFile('restore.addFiles', file, plan.send('Invio dei file', file), { id: shown.id })),
      archive: file.name,
    });
    // The server lets go of a plan when it reads another database.
    await plan.read(
      database ? undefined : plan.current,
      async (shown) => (database ? readDatabase(database) : shown),
      async (shown) => (archive && shown ? readArchive(archive, shown) : shown),
    );
  }

  const checkCopy = ({ name, at }: SiteCopy) => {
    plan.work({
      label: 'Lettura della copia',
      text: `Lettura della copia del ${formatMoment(at)}, da cima a fondo…`,
    });
    return plan.read(undefined, async () => ({
      ...(await utils.client.restore.checkCopy.mutate({ name })),
      database: `copia del ${formatMoment(at)}`,
      archive: 'i file di quel momento',
    }));
  };

  const confirm = () =>
    plan.confirm(
      {
        label: 'Ripristino in corso',
        text: 'Copia di quello che c’è e ripristino: i lettori aspettano qualche secondo…',
      },
      async (id) => {
        try {
          await utils.client.restore.confirm.mutate({ id });
          showToast({
            title: 'Backup ripristinato',
            description: 'Quello che c’era prima è fra le copie, in cima all’elenco.',
          });
        } finally {
          // Not awaited: as long as the work lasts, leaving the tab asks.
          void utils.invalidate();
        }
      },
    );

  return {
    ...plan,
    check: (files: File[]) => void check(files),
    checkCopy: (copy: SiteCopy) => void checkCopy(copy),
    confirm: () => void confirm(),
  };
}
