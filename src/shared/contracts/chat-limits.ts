/** Apart from the schemas, so that the chat's page, which only counts characters, does not load zod. */
export const chatLimits = { message: 2_000 } as const;
