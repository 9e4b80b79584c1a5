/** White space and invisible characters: zero-width spaces, direction marks, fillers. */
const undrawn = /^[\s\p{Cf}\p{Variation_Selector}\u034f\u115f\u1160\u2800\u3164\uffa0]*$/u;

export const isBlank = (text: string): boolean => undrawn.test(text);
