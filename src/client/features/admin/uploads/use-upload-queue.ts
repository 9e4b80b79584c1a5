import { useEffect, useState } from 'react';
import { errorMessage, toApiError } from '#client/api-error.ts';
import { createUploadQueue, type QueuedFile, type UploadQueue } from './upload-queue.ts';

interface QueueUses {
  refuse(file: File): string | undefined;
  send: Parameters<typeof createUploadQueue>[0]['send'];
}

/** Unmounting cancels pending uploads. */
export function useUploadQueue({ refuse, send }: QueueUses): {
  files: readonly QueuedFile[];
  queue: UploadQueue;
} {
  const [files, setFiles] = useState<readonly QueuedFile[]>([]);
  const [queue] = useState(() =>
    createUploadQueue({
      refuse,
      send,
      reasonOf: (error) => errorMessage(error, 'Il server non ha risposto.'),
      // The file itself is invalid: too large, wrong type, damaged.
      isHopeless: (error) => [413, 415, 422].includes(toApiError(error)?.status ?? 0),
      onChange: setFiles,
    }),
  );
  useEffect(() => () => queue.stop(), [queue]);
  return { files, queue };
}
