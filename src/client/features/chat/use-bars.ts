import { useRef, useState } from 'react';

type Bar = 'code' | 'menu' | 'notes';

/** The bars under the header: one at most is open, and closing it gives the focus back to its button. */
export function useBars() {
  const codeToggle = useRef<HTMLButtonElement>(null);
  const menuToggle = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<Bar>();
  const [isForgetting, setIsForgetting] = useState(false);

  function close(): void {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !activeElement?.closest(`#${open}-bar`);
    setOpen(undefined);
    setIsForgetting(false);
    // A code may be accepted while the reader is already writing: then the focus stays in the input line.
    if (!isElsewhere) (open === 'code' ? codeToggle : menuToggle).current?.focus();
  }

  return {
    open,
    codeToggle,
    menuToggle,
    isForgetting,
    askToForget: setIsForgetting,
    show: setOpen,
    close,
    toggle: (bar: Bar) => (open === bar ? close() : setOpen(bar)),
  };
}

export type Bars = ReturnType<typeof useBars>;
