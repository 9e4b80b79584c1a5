import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { escapeEvent } from './toast-store.ts';

interface OpenDialog {
  close(): void;
  /** Marks its history entry; absent where Back must not close it. */
  step?: string;
}

const openDialogs: OpenDialog[] = [];

/** Pending calls of `history.back()`, which are asynchronous. */
let stepsUnderWay = 0;
const afterSteps: (() => void)[] = [];

/** The dialog just closed: its replacement takes over the history entry. */
let leaving: OpenDialog | undefined;

let lastStep = 0;
let isListening = false;

const stepNow = () => (history.state as { dialog?: string } | null)?.dialog;

/** Handles Back before the router, which sees no page change. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  const onPopState = (event: PopStateEvent) => {
    if (stepsUnderWay > 0) {
      event.stopImmediatePropagation();
      stepsUnderWay -= 1;
      if (stepsUnderWay === 0) for (const work of afterSteps.splice(0)) work();
      return;
    }
    const top = openDialogs.at(-1);
    if (!top?.step || top.step === stepNow()) return;
    event.stopImmediatePropagation();
    top.step = undefined;
    top.close();
    // A dialog that stays open (unsaved input) gets a new history entry for the next Back.
    setTimeout(() => openDialogs.includes(top) && !top.step && pushStep(top));
  };
  addEventListener('popstate', onPopState, { capture: true });
  addEventListener(escapeEvent, (event) => {
    if (openDialogs.length > 0) event.preventDefault();
    openDialogs.at(-1)?.close();
  });
}

function pushStep(dialog: OpenDialog): void {
  if (leaving?.step && leaving.step === stepNow()) {
    dialog.step = leaving.step;
    leaving.step = undefined;
    return;
  }
  if (stepsUnderWay > 0) {
    afterSteps.push(() => openDialogs.includes(dialog) && pushStep(dialog));
    return;
  }
  lastStep += 1;
  dialog.step = `dialog-${lastStep}`;
  History.prototype.pushState.call(history, { ...history.state, dialog: dialog.step }, '');
}

/** Removes the history entry of a dialog closed otherwise, unless the reader has navigated on. */
function takeStepBack(dialog: OpenDialog): void {
  if (openDialogs.includes(dialog) || !dialog.step || dialog.step !== stepNow()) return;
  stepsUnderWay += 1;
  history.back();
}

/** Runs `work` after pending `history.back()` calls, which would undo a new navigation. */
export function afterStepsBack(work: () => void): void {
  if (!stepNow()) return work();
  // The dialog closes later: React handles the event last.
  setTimeout(() => {
    if (stepsUnderWay > 0) afterSteps.push(work);
    else work();
  });
  return undefined;
}

/** Registers an open dialog; with `closesOnBack` the browser's Back closes it. */
export function useOpenDialog(open: boolean, closesOnBack: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  const dialog = useRef<OpenDialog>(undefined);
  // Layout effect: a Back between painting and the effect would leave the page.
  useLayoutEffect(() => {
    if (!open) return undefined;
    const own = (dialog.current ??= { close: () => close() });
    openDialogs.push(own);
    listen();
    if (closesOnBack && (!own.step || own.step !== stepNow())) pushStep(own);
    return () => {
      openDialogs.splice(openDialogs.indexOf(own), 1);
      leaving = own;
      // Deferred: React may remount the same dialog or mount its replacement.
      queueMicrotask(() => {
        leaving = undefined;
        takeStepBack(own);
      });
    };
  }, [open, closesOnBack]);
}
