import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { escapeEvent } from './toast-store.ts';

interface OpenDialog {
  close(): void;
  /** Marks its history entry; absent where Back must not close it. */
  step?: string;
}

const openDialogs: OpenDialog[] = [];

/** Pending calls of `history.back()`, which are asynchronous. */
let pendingBackSteps = 0;
const afterSteps: (() => void)[] = [];

/** The dialog just closed: its replacement takes over the history entry. */
let closingDialog: OpenDialog | undefined;

let lastStep = 0;
let isListening = false;

const currentStep = () => (history.state as { dialog?: string } | null)?.dialog;

/** Handles Back before the router, which sees no page change. */
function addListeners(): void {
  if (isListening) return;
  isListening = true;
  const onPopState = (event: PopStateEvent) => {
    if (pendingBackSteps > 0) {
      event.stopImmediatePropagation();
      pendingBackSteps -= 1;
      if (pendingBackSteps === 0) for (const work of afterSteps.splice(0)) work();
      return;
    }
    const top = openDialogs.at(-1);
    if (!top?.step || top.step === currentStep()) return;
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
  if (closingDialog?.step && closingDialog.step === currentStep()) {
    dialog.step = closingDialog.step;
    closingDialog.step = undefined;
    return;
  }
  if (pendingBackSteps > 0) {
    afterSteps.push(() => openDialogs.includes(dialog) && pushStep(dialog));
    return;
  }
  lastStep += 1;
  dialog.step = `dialog-${lastStep}`;
  History.prototype.pushState.call(history, { ...history.state, dialog: dialog.step }, '');
}

/** Removes the history entry of a dialog closed otherwise, unless the reader has navigated on. */
function takeStepBack(dialog: OpenDialog): void {
  if (openDialogs.includes(dialog) || !dialog.step || dialog.step !== currentStep()) return;
  pendingBackSteps += 1;
  history.back();
}

/** Runs `work` after pending `history.back()` calls, which would undo a new navigation. */
export function afterStepsBack(work: () => void): void {
  if (!currentStep()) return work();
  // The dialog closes later: React handles the event last.
  setTimeout(() => {
    if (pendingBackSteps > 0) afterSteps.push(work);
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
    addListeners();
    if (closesOnBack && (!own.step || own.step !== currentStep())) pushStep(own);
    return () => {
      openDialogs.splice(openDialogs.indexOf(own), 1);
      closingDialog = own;
      // Deferred: React may remount the same dialog or mount its replacement.
      queueMicrotask(() => {
        closingDialog = undefined;
        takeStepBack(own);
      });
    };
  }, [open, closesOnBack]);
}
