import { useMemo, useState } from 'react';

/** How long what he says of a code waits for the lamps, in milliseconds. */
const pauseBeforeWords = 1_800;

/** The lamps that come on when a code is accepted; none for who asks for less motion, nor where no lamp is new. */
export function useLampEvent() {
  const [lit, setLit] = useState<{ from: number; to: number }>();
  return useMemo(
    () => ({
      lit,
      end: () => setLit(undefined),
      /** Resolves when it is time for words. */
      async celebrate(from: number, to: number): Promise<void> {
        if (to <= from || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
        setLit({ from, to });
        await new Promise((resolve) => setTimeout(resolve, pauseBeforeWords));
      },
    }),
    [lit],
  );
}
