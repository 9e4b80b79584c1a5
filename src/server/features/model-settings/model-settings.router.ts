import {
  listedModels,
  modelDraft,
  modelSettings,
  modelTrial,
  saveModelSettings,
} from '#shared/contracts/model-settings.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';

export const modelSettingsRouter = router({
  get: adminProcedure.output(modelSettings).query(({ ctx }) => ctx.services.modelSettings.get()),
  save: adminProcedure
    .input(saveModelSettings)
    .output(modelSettings)
    .mutation(({ ctx, input }) => ctx.services.modelSettings.save(input)),
  /** The models of the server in the form, which need not be saved yet. */
  models: adminProcedure
    .input(modelDraft)
    .output(listedModels)
    .mutation(({ ctx, input }) => ctx.services.modelSettings.models(input)),
  try: adminProcedure
    .input(modelDraft)
    .output(modelTrial)
    .mutation(({ ctx, input }) => ctx.services.modelSettings.tryOut(input)),
});
