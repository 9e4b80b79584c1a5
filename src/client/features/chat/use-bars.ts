import { startTransition, useRef, useState } from 'react';

type Bar = 'code' | 'menu' | 'notes' | 'screen' | 'devices' | 'board';

export type Forgetting = 'messages' | 'all';

/** At most one bar is open; closing it restores the focus to its button. */
export function useBars() {
  const codeToggle = useRef<HTMLButtonElement>(null);
  const menuToggle = useRef<HTMLButtonElement>(null);
  const boardToggle = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<Bar>();
  const [forgetting, setForgetting] = useState<Forgetting>();

  function close(): void {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !activeElement?.closest(`#${open}-bar`);
    setOpen(undefined);
    setForgetting(undefined);
    // A code may be accepted while the reader is typing: then the focus stays in the input line.
    const toggle = open === 'code' ? codeToggle : open === 'board' ? boardToggle : menuToggle;
    if (!isElsewhere) toggle.current?.focus();
  }

  return {
    open,
    codeToggle,
    menuToggle,
    boardToggle,
    forgetting,
    /** Asks in the menu, which it opens; `undefined` goes back to the menu. */
    askToForget(what: Forgetting | undefined): void {
      setForgetting(what);
      setOpen('menu');
    },
    show: setOpen,
    close,
    // Transition: the button's pressed state paints first.
    toggle: (bar: Bar) => (open === bar ? close() : startTransition(() => setOpen(bar))),
  };
}

export type Bars = ReturnType<typeof useBars>;
