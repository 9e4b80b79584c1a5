import { createAppRouter, describeCalls, type SiteParts } from '#server/api/router.ts';

/** Every procedure with nothing to work with. */
export const appRouter = createAppRouter({} as SiteParts, () => ({}));

/** What each call says of itself. */
export const calls = describeCalls(appRouter);
