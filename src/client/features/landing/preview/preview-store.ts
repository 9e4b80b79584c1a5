import { createAtom } from '@tanstack/react-store';
import { initialPreview, previewRules, stepPreview, type PreviewEvent } from './preview-state.ts';

/** Store of a preview; ends each cross-fade after 1000 ms. */
export function createPreview(count: number, random: () => number = Math.random) {
  const store = createAtom(initialPreview(count, random));

  function send(event: PreviewEvent): void {
    const before = store.get();
    store.set((state) => stepPreview(state, event, random));
    const { fades } = store.get();
    if (fades !== before.fades) setTimeout(() => send({ type: 'faded', fade: fades }), previewRules.fade);
  }

  return { store, send };
}
