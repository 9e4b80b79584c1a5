import { useBlocker } from '@tanstack/react-router';

const question = 'Ci sono modifiche non salvate. Vuoi davvero lasciarle andare?';

/** Asks before what was typed is lost. @returns whether it may go */
export function confirmLoss(): boolean {
  return window.confirm(question);
}

/** While something is unsaved, asks before another page, another tab of the panel or the browser's own closing. */
export function useUnsavedGuard(unsaved: boolean): void {
  useBlocker({ shouldBlockFn: () => !confirmLoss(), enableBeforeUnload: unsaved, disabled: !unsaved });
}
