/**
 * Playlist state machine (specification, section 4): two stacked videos; with 1 s left the next one starts and
 * cross-fades over 1000 ms; the order is shuffled and reshuffled after the last clip; a failing clip is reloaded once,
 * then skipped.
 */
export const previewRules = { switchAt: 1, fade: 1000 } as const;

export interface Layer {
  /** Index of the clip; null until the preview is near the viewport. */
  readonly clip: number | null;
  /** 1 after the one reload. */
  readonly attempt: 0 | 1;
}

export type LayerIndex = 0 | 1;

export interface PreviewState {
  /** `waiting`: not near the viewport. `silent`: every clip failed, the poster stays. */
  readonly phase: 'waiting' | 'playing' | 'fading' | 'silent';
  readonly count: number;
  /** Remaining clips of this round, without those in the layers. */
  readonly queue: readonly number[];
  readonly layers: readonly [Layer, Layer];
  /** The visible layer, or the one fading in. */
  readonly front: LayerIndex;
  /** Number of cross-fades started; identifies each fade's end. */
  readonly fades: number;
  readonly givenUp: readonly number[];
}

export type PreviewEvent =
  | { type: 'near' }
  /** Remaining seconds of a layer's clip; 0 at its end. */
  | { type: 'progress'; layer: LayerIndex; remaining: number }
  | { type: 'faded'; fade: number }
  | { type: 'failed'; layer: LayerIndex }
  | { type: 'jump'; clip: number };

type Random = () => number;

const emptyLayer: Layer = { clip: null, attempt: 0 };

export function initialPreview(count: number, random: Random): PreviewState {
  return {
    phase: 'waiting',
    count,
    queue: shuffled(count, random),
    layers: [emptyLayer, emptyLayer],
    front: 0,
    fades: 0,
    givenUp: [],
  };
}

export function currentClip(state: PreviewState): number {
  return state.layers[state.front].clip ?? state.queue[0] ?? 0;
}

export function stepPreview(state: PreviewState, event: PreviewEvent, random: Random): PreviewState {
  switch (event.type) {
    case 'near':
      return state.phase === 'waiting' ? begin(state, currentClip(state), random) : state;
    case 'progress': {
      const due = event.layer === state.front && event.remaining <= previewRules.switchAt;
      return due && state.phase === 'playing' ? crossFade(state) : state;
    }
    case 'faded':
      if (state.phase !== 'fading' || event.fade !== state.fades) return state;
      return cue({ ...state, phase: 'playing' }, random);
    case 'failed':
      return fail(state, event.layer, random);
    case 'jump':
      return jump(state, event.clip, random);
  }
}

/** Shows a clip and preloads the next one behind it. */
function begin(state: PreviewState, clip: number, random: Random): PreviewState {
  return cue(hold({ ...state, phase: 'playing' }, state.front, clip), random);
}

/** Loads the next clip into the hidden layer; shuffles a new round after the last one. */
function cue(state: PreviewState, random: Random): PreviewState {
  const back = otherLayer(state.front);
  const current = currentClip(state);
  const playable = (clip: number) => clip !== current && !state.givenUp.includes(clip);
  const round = state.queue.some(playable) ? state.queue : newRound(state, current, random);
  const clip = round.find(playable);
  return clip === undefined ? hold(state, back, null) : hold({ ...state, queue: round }, back, clip);
}

/** A new round does not repeat the last clip at once. */
function newRound(state: PreviewState, current: number, random: Random): number[] {
  const [first, ...rest] = shuffled(state.count, random);
  if (first === undefined) return [];
  return first === current ? [...rest, first] : [first, ...rest];
}

function crossFade(state: PreviewState): PreviewState {
  const back = otherLayer(state.front);
  // A single working clip loops.
  if (state.layers[back].clip === null) return state;
  return { ...state, phase: 'fading', front: back, fades: state.fades + 1 };
}

function jump(state: PreviewState, clip: number, random: Random): PreviewState {
  if (clip < 0 || clip >= state.count) return state;
  // An explicitly chosen clip gets its two attempts again.
  const retried = { ...state, givenUp: state.givenUp.filter((lost) => lost !== clip) };
  if (state.phase === 'waiting' || state.phase === 'silent') return begin(retried, clip, random);
  if (clip === currentClip(state)) return state;

  const back = otherLayer(state.front);
  const cued = state.layers[back].clip;
  if (state.phase === 'playing' && cued === clip) return crossFade(retried);
  const queue = state.phase === 'playing' && cued !== null ? [cued, ...retried.queue] : retried.queue;
  return crossFade(hold({ ...retried, queue }, back, clip));
}

function fail(state: PreviewState, index: LayerIndex, random: Random): PreviewState {
  const { clip, attempt } = state.layers[index];
  if (clip === null || state.phase === 'silent') return state;
  if (attempt === 0) return withLayer(state, index, { clip, attempt: 1 });

  const lost: PreviewState = { ...state, givenUp: [...state.givenUp, clip] };
  const fading = state.phase === 'fading';
  // A failing clip that is fading out needs no replacement; a preloaded one does.
  if (index !== state.front) return fading ? lost : cue(lost, random);
  const ready = fading ? cue(lost, random) : lost;
  return ready.layers[otherLayer(index)].clip === null ? { ...ready, phase: 'silent' } : crossFade(ready);
}

function hold(state: PreviewState, index: LayerIndex, clip: number | null): PreviewState {
  const queue = state.queue.filter((queued) => queued !== clip);
  return withLayer({ ...state, queue }, index, { clip, attempt: 0 });
}

function withLayer(state: PreviewState, index: LayerIndex, layer: Layer): PreviewState {
  return { ...state, layers: index === 0 ? [layer, state.layers[1]] : [state.layers[0], layer] };
}

function otherLayer(index: LayerIndex): LayerIndex {
  return index === 0 ? 1 : 0;
}

function shuffled(count: number, random: Random): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1));
    const [a, b] = [order[last] ?? last, order[pick] ?? pick];
    order[last] = b;
    order[pick] = a;
  }
  return order;
}
