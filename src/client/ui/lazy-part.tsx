import { startTransition, useEffectEvent, useLayoutEffect, useState, type ComponentType } from 'react';
import { fetchPart, reloadOnce } from './missing-part.ts';
import { useOpenDialog } from './open-dialogs.ts';
import { showToast } from './toast-store.ts';

/** Component loaded when first shown, or earlier with `preload`. */
interface LazyPart<Props> {
  (props: Props): React.ReactNode;
  preload(): void;
}

/**
 * A lazy dialog. Shows a loading state that Escape cancels; on failure it shows a toast and closes, and the next
 * opening tries again.
 */
export function lazyPart<Props extends { onClose(): void }>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let fetched: ComponentType<Props> | undefined;
  const get = async () => (fetched ??= await fetchPart(load));

  function Part(props: Props) {
    const [Fetched, setFetched] = useState(() => fetched);
    const close = useEffectEvent(() => props.onClose());
    // Back cancels the loading without leaving the page; the loaded dialog takes over the history entry.
    useOpenDialog(!Fetched, true, props.onClose);
    // Layout effect: an Escape between painting and the effect would be lost.
    useLayoutEffect(() => {
      if (Fetched) return undefined;
      const waiting = new AbortController();
      const { signal } = waiting;
      get().then(
        (component) => !signal.aborted && startTransition(() => setFetched(() => component)),
        async () => {
          if (signal.aborted || (await reloadOnce())) return;
          showToast({
            title: 'La linea è caduta',
            description: 'Questa parte non arriva. Riprova fra poco.',
            tone: 'destructive',
          });
          close();
        },
      );
      addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal });
      return () => waiting.abort();
    }, [Fetched]);
    return Fetched ? <Fetched {...props} /> : <Awaited />;
  }

  return Object.assign(Part, { preload: () => void get().catch(() => undefined) });
}

function Awaited() {
  return (
    <p role="status" className="part-awaited">
      Un momento…
    </p>
  );
}
