import { startTransition, useRef, useState } from 'react';

type Bar = 'code' | 'menu' | 'notes' | 'screen' | 'devices' | 'board';

/** What a deletion that waits for a yes would take: the conversation, or all that is kept of the reader. */
export type Forgetting = 'messages' | 'all';

/** The bars under the header: one at most is open, and closing it gives the focus back to its button. */
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
    // A code may be accepted while the reader is already writing: then the focus stays in the input line.
    const toggle = open === 'code' ? codeToggle : open === 'board' ? boardToggle : menuToggle;
    if (!isElsewhere) toggle.current?.focus();
  }

  return {
    open,
    codeToggle,
    menuToggle,
    boardToggle,
    forgetting,
    askToForget: setForgetting,
    show: setOpen,
    close,
    // In a transition: the key is seen to go down before its bar is drawn.
    toggle: (bar: Bar) => (open === bar ? close() : startTransition(() => setOpen(bar))),
  };
}

export type Bars = ReturnType<typeof useBars>;
