import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { escapeEvent } from './toast-store.ts';

interface OpenDialog {
  close(): void;
  /** Names its entry in the browser's history; absent where Back is no way to close it. */
  step?: string;
}

/** The dialogs that are open, the topmost last. */
const openDialogs: OpenDialog[] = [];

/** Our own steps back that are still under way: the browser takes them when it likes. */
let stepsUnderWay = 0;
const afterSteps: (() => void)[] = [];

/** The dialog that has just closed: the one that comes in its place takes its step over. */
let leaving: OpenDialog | undefined;

let lastStep = 0;
let isListening = false;

const stepNow = () => (history.state as { dialog?: string } | null)?.dialog;

/** For Back before the router hears of it: to the router the page has not changed. */
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
    // One that stays, because what was typed in it would be lost, closes on the next Back.
    setTimeout(() => openDialogs.includes(top) && !top.step && pushStep(top));
  };
  addEventListener('popstate', onPopState, { capture: true });
  addEventListener(escapeEvent, (event) => {
    if (openDialogs.length > 0) event.preventDefault();
    openDialogs.at(-1)?.close();
  });
}

/** A step of the history for a dialog, past the router, whose page stays the same. */
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

/** Takes the step of a dialog that was closed otherwise out of the reader's way, unless they have gone on from there. */
function takeStepBack(dialog: OpenDialog): void {
  if (openDialogs.includes(dialog) || !dialog.step || dialog.step !== stepNow()) return;
  stepsUnderWay += 1;
  history.back();
}

/** Runs `work` when the browser has taken the steps back that closing costs: they would undo what goes on from here. */
export function afterStepsBack(work: () => void): void {
  if (!stepNow()) return work();
  // The closing itself is still to come: React hears of the reader's gesture last.
  setTimeout(() => {
    if (stepsUnderWay > 0) afterSteps.push(work);
    else work();
  });
  return undefined;
}

/** Keeps a dialog among the open ones; with `closesOnBack`, the browser's Back and the phone's close it. */
export function useOpenDialog(open: boolean, closesOnBack: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  const dialog = useRef<OpenDialog>(undefined);
  // With the picture, not after it: a Back that comes between the two would leave the page.
  useLayoutEffect(() => {
    if (!open) return undefined;
    const own = (dialog.current ??= { close: () => close() });
    openDialogs.push(own);
    listen();
    if (closesOnBack && (!own.step || own.step !== stepNow())) pushStep(own);
    return () => {
      openDialogs.splice(openDialogs.indexOf(own), 1);
      leaving = own;
      // Not at once: React may only be putting the same dialog up again, or another one in its place.
      queueMicrotask(() => {
        leaving = undefined;
        takeStepBack(own);
      });
    };
  }, [open, closesOnBack]);
}
