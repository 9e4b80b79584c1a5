import { useEffect, useRef, useState } from 'react';
import type { RestorePlan } from '#shared/contracts/backup.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { neverAsksToSignIn } from '../session/sign-in-link.ts';
import { formatMoment } from '../format.ts';
import { sendFile, type Sending } from '../uploads/send-file.ts';
import type { SiteCopy } from './copies-list.tsx';

export type RestoreState =
  | { step: 'idle' }
  | { step: 'sending'; what: 'database' | 'files'; name: string; share: number }
  | { step: 'checking'; at: string }
  | { step: 'plan'; plan: RestorePlan; database: string; files?: string }
  | { step: 'working' };

/** Told by the first byte, not by the name: Safari unpacks an archive, and may leave its name. */
const isDatabase = async (file: File) => (await file.slice(0, 1).text()) === '{';

export function useRestore() {
  const utils = trpc.useUtils();
  const [state, setState] = useState<RestoreState>({ step: 'idle' });
  const [refusal, setRefusal] = useState<string>();
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);

  function beginSending(what: 'database' | 'files', file: File): Sending {
    const { signal } = (call.current = new AbortController());
    const onProgress = (share: number) => setState({ step: 'sending', what, name: file.name, share });
    onProgress(0);
    return { signal, onProgress };
  }

  /** Uploads database, archive or both for a plan; an archive alone belongs to the current plan. */
  async function check(files: File[]): Promise<void> {
    setRefusal(undefined);
    let current = state.step === 'plan' ? state : undefined;
    try {
      const databases = await Promise.all(files.map(isDatabase));
      const [database, ...moreDatabases] = files.filter((_, index) => databases[index]);
      const [archive, ...moreArchives] = files.filter((_, index) => !databases[index]);
      if (moreDatabases.length > 0 || moreArchives.length > 0)
        return setRefusal(
          'Servono al massimo due file: un database (.json) e un archivio dei file (.tar.gz).',
        );
      if (database) {
        const plan = await sendFile('restore.check', database, beginSending('database', database));
        current = { step: 'plan', plan, database: database.name };
      }
      if (archive && !current)
        return setRefusal('Prima il database (.json): l’archivio dei file va insieme a quello.');
      if (archive && current) {
        const sending = beginSending('files', archive);
        const plan = await sendFile('restore.addFiles', archive, sending, { id: current.plan.id });
        current = { ...current, plan, files: archive.name };
      }
    } catch (error) {
      if (!call.current?.signal.aborted)
        setRefusal(errorMessage(error, 'Il server non ha risposto: non è cambiato nulla.'));
    }
    setState(current ?? { step: 'idle' });
  }

  async function checkCopy({ name, at }: SiteCopy): Promise<void> {
    setRefusal(undefined);
    setState({ step: 'checking', at });
    try {
      const plan = await utils.client.restore.checkCopy.mutate({ name });
      setState({
        step: 'plan',
        plan,
        database: `copia del ${formatMoment(at)}`,
        files: 'i file di quel momento',
      });
    } catch (error) {
      setRefusal(errorMessage(error, 'Il server non ha risposto: non è cambiato nulla.'));
      setState({ step: 'idle' });
    }
  }

  async function confirm({ id }: RestorePlan): Promise<void> {
    const before = state;
    setRefusal(undefined);
    setState({ step: 'working' });
    try {
      await utils.client.restore.confirm.mutate({ id });
      setState({ step: 'idle' });
      showToast({
        title: 'Backup ripristinato',
        description: 'Quello che c’era prima è fra le copie, in cima all’elenco.',
      });
    } catch (error) {
      setRefusal(
        errorMessage(error, 'Il server non ha risposto: ricarica la pagina per sapere a che punto è.'),
      );
      setState(before);
    }
    await utils.invalidate();
  }

  return {
    state,
    refusal,
    check: (files: File[]) => void check(files),
    checkCopy: (copy: SiteCopy) => void checkCopy(copy),
    cancel: () => call.current?.abort(),
    confirm: (plan: RestorePlan) => void confirm(plan),
    update(plan: RestorePlan) {
      setState((shown) => (shown.step === 'plan' && shown.plan.id === plan.id ? { ...shown, plan } : shown));
    },
    discard(plan: RestorePlan) {
      setState({ step: 'idle' });
      setRefusal(undefined);
      // If this fails, the next plan or server start cleans up.
      utils.client.restore.discard
        .mutate({ id: plan.id }, { context: neverAsksToSignIn })
        .catch(() => undefined);
    },
  };
}
