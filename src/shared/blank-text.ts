/** White space, and the signs that no screen draws: zero-width spaces, marks of direction, fillers. */
const undrawn = /^[\s\p{Cf}\p{Variation_Selector}\u034f\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** Whether nothing of a text can be seen. */
export const isBlank = (text: string): boolean => undrawn.test(text);
