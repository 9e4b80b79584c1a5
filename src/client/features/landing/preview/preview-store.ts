import {
  initialPreview,
  previewRules,
  stepPreview,
  type PreviewEvent,
  type PreviewState,
} from './preview-state.ts';

export interface PreviewStore {
  get(): PreviewState;
  subscribe(listener: () => void): () => void;
  send(event: PreviewEvent): void;
}

/** Keeps a preview's state and ends each cross-fade 1000 ms after it began. */
export function createPreview(count: number, random: () => number = Math.random): PreviewStore {
  let state = initialPreview(count, random);
  const listeners = new Set<() => void>();

  function send(event: PreviewEvent): void {
    const before = state;
    state = stepPreview(state, event, random);
    if (state === before) return;
    const fade = state.fades;
    if (fade !== before.fades) setTimeout(() => send({ type: 'faded', fade }), previewRules.fade);
    for (const listener of listeners) listener();
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
  };
}
