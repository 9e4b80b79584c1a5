/** Whether a key belongs to an IME composition, which its Enter ends: in Safari only the key code still says so. */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;
