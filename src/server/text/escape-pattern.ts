/** A text as a regular expression that finds just this: a character may be called «Geppetto (il vecchio», or «C+». */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
