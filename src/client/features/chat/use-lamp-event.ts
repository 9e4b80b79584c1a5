import { useMemo, useState } from 'react';

/** Delay of the remark on a code, for the animation, in milliseconds. */
const pauseBeforeWords = 1_800;

/** Animation for an accepted code; none with reduced motion or without new lamps. */
export function useLampEvent() {
  const [lit, setLit] = useState<{ from: number; to: number }>();
  return useMemo(
    () => ({
      lit,
      end: () => setLit(undefined),
      async celebrate(from: number, to: number): Promise<void> {
        if (to <= from || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
        setLit({ from, to });
        await new Promise((resolve) => setTimeout(resolve, pauseBeforeWords));
      },
    }),
    [lit],
  );
}
