/** In the browser's storage: that a conversation has been held from here, so that the chat does not open with the greeting. */
export const knownReaderKey = 'conversazione';

/** On the page's root, before it is painted, when `knownReaderKey` is there. */
export const knownReaderAttribute = 'data-known-reader';
