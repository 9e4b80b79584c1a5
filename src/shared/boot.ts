/** Dispatched on the window once React has taken up the page: from then on its buttons work. */
export const takenUpEvent = 'taken-up';

/** In the browser's storage: that a conversation has been held from here, so that the chat does not open with the greeting. */
export const knownReaderKey = 'conversazione';

/** On the page's root, before it is painted, when `knownReaderKey` is there. */
export const knownReaderAttribute = 'data-known-reader';

/** The application tells the boot script that it cannot take the page up: the page then says so. */
export const slowConnectionEvent = 'slow-connection';

/** In the browser's storage: how the reader wants the chat's screen, in the words of `comfortWords`. */
export const comfortKey = 'schermo';

/** On the page's root, before it is painted, with what stands at `comfortKey`. */
export const comfortAttribute = 'data-screen';

/** On the page's root while a phone has not laid out yet what stands below its first screen. */
export const inPartsAttribute = 'data-in-parts';
