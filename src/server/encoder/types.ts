/** `query` for what a reader writes and for ways of asking, `passage` for what is answered and for the book's text. */
export type TextKind = 'query' | 'passage';

/** Unit vectors of 384 numbers with the fixed mean subtracted (then renormalised). */
export interface Encoder {
  /** Why there is none, in Italian; undefined while it works. */
  readonly failure: string | undefined;
  /**
   * A reader's message: before everything that waits; cut at 64 pieces; undefined where the encoder does not work, or has not
   * answered within two seconds (a first message also waits for the model to load). Nothing is kept.
   */
  encodeMessage(text: string): Promise<Float32Array | undefined>;
  close(): Promise<void>;
}

/**
 * Vectors of the repository's and the author's texts by the hash of kind and text: 384 whole numbers from -127 to 127 each. All stand
 * for unit vectors, so the scale of one is the inverse of its own length.
 */
export interface TextVectors {
  /** The shipped one, else the author's; undefined where there is none yet. */
  get(kind: TextKind, text: string): Int8Array | undefined;
  /** The author's texts that are not shipped: how many have a vector, of how many. */
  readonly progress: { done: number; total: number };
}
