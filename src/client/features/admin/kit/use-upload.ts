import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '#client/api-error.ts';
import type { Sending } from '../uploads/send-file.ts';

/** One upload at a time: its share, why it was refused, and its end with the field. */
export function useUpload(refuse: (file: File) => string | undefined) {
  const [share, setShare] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);

  async function send(
    file: File | undefined,
    upload: (file: File, sending: Sending) => Promise<void>,
  ): Promise<void> {
    if (!file) return;
    const reason = refuse(file);
    setRefusal(reason);
    if (reason) return;
    call.current?.abort();
    const { signal } = (call.current = new AbortController());
    setShare(0);
    try {
      await upload(file, { onProgress: setShare, signal });
    } catch (error) {
      if (!signal.aborted)
        setRefusal(errorMessage(error, 'Caricamento non riuscito: il server non ha risposto.'));
    } finally {
      if (call.current.signal === signal) setShare(undefined);
    }
  }

  return {
    share,
    refusal,
    refuse: setRefusal,
    cancel: () => call.current?.abort(),
    send: (...upload: Parameters<typeof send>) => void send(...upload),
  };
}
