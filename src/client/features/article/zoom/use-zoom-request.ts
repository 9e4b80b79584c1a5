import { type Dispatch, type RefObject, type SetStateAction, useEffect, useState } from 'react';

/** The figure to enlarge, chosen by its button or by a click on the picture. */
export function useZoomRequest(
  page: RefObject<HTMLElement | null>,
): [HTMLElement | null, Dispatch<SetStateAction<HTMLElement | null>>] {
  const [figure, setFigure] = useState<HTMLElement | null>(null);

  useEffect(() => {
    const root = page.current;
    if (!root) return undefined;
    const open = (event: MouseEvent) => {
      const frame = event.target instanceof Element ? event.target.closest('.figure-frame') : null;
      // Selecting a plate's lettering is not a click.
      if (!frame || getSelection()?.isCollapsed === false) return;
      frame.querySelector<HTMLElement>('.figure-zoom')?.focus({ preventScroll: true });
      setFigure(frame.closest('figure'));
    };
    root.addEventListener('click', open);
    return () => root.removeEventListener('click', open);
  }, [page]);

  return [figure, setFigure];
}
