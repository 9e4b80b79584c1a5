import { adminProcedure, router } from '#server/api/trpc.ts';

export const referenceRouter = (openApi: () => Record<string, unknown>) =>
  router({
    openApi: adminProcedure({ summary: 'This description, as an OpenAPI 3.1 document.' }).query(() =>
      openApi(),
    ),
  });
