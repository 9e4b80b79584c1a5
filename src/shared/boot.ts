/** Window event: hydration is complete and buttons work. */
export const takenUpEvent = 'taken-up';

/** localStorage key: this browser has had a conversation, so the chat does not open with the greeting. */
export const knownReaderKey = 'conversazione';

/** Root attribute, set before the first paint when `knownReaderKey` is stored. */
export const knownReaderAttribute = 'data-known-reader';

/** Window event from the application to the boot script: hydration failed, show the slow-connection notice. */
export const slowConnectionEvent = 'slow-connection';

/** localStorage key: screen preferences, in the words of `comfortWords`. */
export const comfortKey = 'schermo';

/** Root attribute with the value of `comfortKey`, set before the first paint. */
export const comfortAttribute = 'data-screen';

/** Root attribute while a phone has not laid out the sections below its first screen. */
export const inPartsAttribute = 'data-in-parts';
