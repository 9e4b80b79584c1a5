/** Separate from the schemas, so that the chat page does not load zod. */
export const chatLimits = { message: 2_000 } as const;
