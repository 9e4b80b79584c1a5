import { useEffect, useRef, useState } from 'react';
import type { PackagePlan } from '#shared/contracts/book-package.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { neverAsksToSignIn } from '../session/sign-in-link.ts';
import { sendFile } from '../uploads/send-file.ts';

export type PackageStep =
  | { step: 'idle' }
  | { step: 'sending'; name: string; share: number }
  | { step: 'plan'; plan: PackagePlan }
  | { step: 'working' };

export function usePackage() {
  const utils = trpc.useUtils();
  const [state, setState] = useState<PackageStep>({ step: 'idle' });
  const [refusal, setRefusal] = useState<string>();
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);

  async function check([file, ...others]: File[]): Promise<void> {
    setRefusal(undefined);
    if (!file) return;
    if (others.length > 0) return setRefusal('Un pacchetto è un solo file: scegline uno.');
    const { signal } = (call.current = new AbortController());
    const onProgress = (share: number) => setState({ step: 'sending', name: file.name, share });
    onProgress(0);
    try {
      setState({ step: 'plan', plan: await sendFile('bookPackage.check', file, { signal, onProgress }) });
    } catch (error) {
      setState({ step: 'idle' });
      if (!signal.aborted)
        setRefusal(errorMessage(error, 'Il server non ha risposto: non è cambiato nulla.'));
    }
  }

  /** The panel reloads, because everything it shows has changed. */
  async function confirm({ id }: PackagePlan): Promise<void> {
    const before = state;
    setRefusal(undefined);
    setState({ step: 'working' });
    try {
      await utils.client.bookPackage.confirm.mutate({ id });
      window.location.reload();
    } catch (error) {
      setRefusal(
        errorMessage(error, 'Il server non ha risposto: ricarica la pagina per sapere a che punto è.'),
      );
      setState(before);
    }
  }

  return {
    state,
    refusal,
    check: (files: File[]) => void check(files),
    cancel: () => call.current?.abort(),
    confirm: (plan: PackagePlan) => void confirm(plan),
    discard({ id }: PackagePlan) {
      setState({ step: 'idle' });
      setRefusal(undefined);
      // If this fails, the next plan or server start cleans up.
      utils.client.bookPackage.discard.mutate({ id }, { context: neverAsksToSignIn }).catch(() => undefined);
    },
  };
}
