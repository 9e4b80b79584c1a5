import { startTransition, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { fetchPart, reloadOnce } from './missing-part.ts';
import { useOpenDialog } from './open-dialogs.ts';
import { showToast } from './toast-store.ts';

/** A part that is fetched when it is first shown, or earlier with `preload`. */
interface LazyPart<Props> {
  (props: Props): React.ReactNode;
  preload(): void;
}

/**
 * A part of a page whose script comes when it is first opened. While it is awaited it says so, and Escape gives it up; where
 * it cannot come a notice says so and the part closes: opened once more, it is asked for once more.
 */
export function lazyPart<Props extends { onClose(): void }>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let fetched: ComponentType<Props> | undefined;
  const get = async () => (fetched ??= await fetchPart(load));

  function Part(props: Props) {
    const [Fetched, setFetched] = useState(() => fetched);
    const close = useEffectEvent(() => props.onClose());
    // Back gives up what is awaited, and does not leave the page; what comes takes the step over.
    useOpenDialog(!Fetched, true, props.onClose);
    useEffect(() => {
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
