/** `saving`: uploaded, its entry is being created. */
export interface QueuedFile {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'saving' | 'done' | 'failed';
  share: number;
  reason?: string;
  /** Retrying cannot help, as for a file that is no image. */
  hopeless?: boolean;
}

interface QueueOptions {
  refuse(file: File): string | undefined;
  /** Uploads a file and creates its entry. `sent` marks the point after which cancelling is too late. */
  send(
    file: File,
    progress: { signal: AbortSignal; onProgress(share: number): void; sent(): void },
  ): Promise<void>;
  reasonOf(error: unknown): string;
  /** Whether a retry would fail again. */
  isHopeless(error: unknown): boolean;
  onChange(files: readonly QueuedFile[]): void;
}

/** Uploads sequentially, so that entries keep the order of selection. */
export function createUploadQueue({ refuse, send, reasonOf, isHopeless, onChange }: QueueOptions) {
  let files: readonly QueuedFile[] = [];
  let nextId = 0;
  let current: { id: number; call: AbortController } | undefined;

  function show(changed: readonly QueuedFile[]): void {
    files = changed;
    onChange(files);
  }

  function change(id: number, fields: Partial<QueuedFile>): void {
    show(files.map((file) => (file.id === id ? { ...file, ...fields } : file)));
  }

  async function work(): Promise<void> {
    if (current) return;
    for (;;) {
      const next = files.find(({ state }) => state === 'waiting');
      if (!next) return;
      const call = new AbortController();
      current = { id: next.id, call };
      change(next.id, { state: 'sending', share: 0 });
      try {
        await send(next.file, {
          signal: call.signal,
          onProgress: (share) => change(next.id, { share }),
          sent: () => change(next.id, { state: 'saving', share: 1 }),
        });
        change(next.id, { state: 'done', share: 1 });
      } catch (error) {
        if (!call.signal.aborted)
          change(next.id, { state: 'failed', reason: reasonOf(error), hopeless: isHopeless(error) });
      } finally {
        current = undefined;
      }
    }
  }

  return {
    add(added: readonly File[]): void {
      const queued = added.map((file): QueuedFile => {
        const reason = refuse(file);
        const base = { id: nextId++, file, share: 0 };
        return reason === undefined
          ? { ...base, state: 'waiting' }
          : { ...base, state: 'failed', reason, hopeless: true };
      });
      show([...files, ...queued]);
      void work();
    },
    /** Cancels a pending file, or removes a finished one. */
    drop(id: number): void {
      const dropped = files.find((file) => file.id === id);
      if (!dropped || dropped.state === 'saving') return;
      show(files.filter((file) => file.id !== id));
      if (current?.id === id) current.call.abort();
    },
    retry(): void {
      show(
        files.map((file) =>
          file.state === 'failed' && !file.hopeless
            ? { id: file.id, file: file.file, state: 'waiting', share: 0 }
            : file,
        ),
      );
      void work();
    },
    clear(): void {
      show(files.filter(({ state }) => state !== 'done' && state !== 'failed'));
    },
    stop(): void {
      show(files.filter(({ state }) => state !== 'waiting' && state !== 'sending'));
      if (current && !files.some(({ id }) => id === current?.id)) current.call.abort();
    },
  };
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;
