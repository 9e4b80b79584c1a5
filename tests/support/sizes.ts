/** 1,280 × 1,024 at 400 % zoom. */
export const zoomed = [320, 256] as const;

/** The windows that every page is looked at in: a telephone, one on its side, a tablet, desks. */
export const sizes: readonly (readonly [width: number, height: number])[] = [
  [320, 568],
  [360, 640],
  [390, 664],
  [480, 900],
  [600, 900],
  [640, 900],
  [740, 360],
  [768, 1024],
  [844, 390],
  [900, 900],
  [1024, 768],
  [1160, 900],
  [1280, 720],
  [1440, 900],
  [1792, 900],
  [1920, 1080],
  [2560, 1440],
];
