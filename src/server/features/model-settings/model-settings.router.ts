import {
  listedModels,
  modelDraft,
  modelSettings,
  modelTrial,
  saveModelSettings,
} from '#shared/contracts/model-settings.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import type { ModelSettingsService } from './model-settings.service.ts';

export const modelSettingsRouter = (settings: ModelSettingsService) =>
  router({
    get: adminProcedure({
      summary: 'Where the language model is, without its key, and what it did and cost today.',
      output: modelSettings,
    }).query(() => settings.get()),
    save: adminProcedure({
      summary: 'Changes where the language model is, and what it may cost; in force at once.',
      input: saveModelSettings,
      output: modelSettings,
    }).mutation(({ input }) => settings.save(input)),
    models: adminProcedure({
      summary: 'The models that a server lists, before it is saved.',
      input: modelDraft,
      output: listedModels,
    }).mutation(({ input }) => settings.models(input)),
    try: adminProcedure({
      summary: 'One real call to a model, before it is saved.',
      input: modelDraft,
      output: modelTrial,
    }).mutation(({ input }) => settings.tryOut(input)),
  });
