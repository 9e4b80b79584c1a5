import { useBlocker } from '@tanstack/react-router';

const question = 'Ci sono modifiche non salvate. Vuoi davvero lasciarle andare?';

/** @returns whether the author agrees to lose unsaved input */
export function confirmLoss(): boolean {
  return window.confirm(question);
}

/** Asks before navigation, tab changes and closing while input is unsaved. */
export function useUnsavedGuard(unsaved: boolean): void {
  useBlocker({ shouldBlockFn: () => !confirmLoss(), enableBeforeUnload: unsaved, disabled: !unsaved });
}
