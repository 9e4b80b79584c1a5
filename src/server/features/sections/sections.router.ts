import { z } from 'zod';
import {
  createSection as createInput,
  section,
  updateSection as updateInput,
} from '#shared/contracts/sections.ts';
import {
  importOutcome,
  importSections,
  lastImport,
  undoneImport,
} from '#shared/contracts/sections-import.ts';
import {
  sectionVersion,
  sectionVersionText,
  takeBackVersion,
  versionAddress,
} from '#shared/contracts/versions.ts';
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, checkedOnce, router } from '#server/api/trpc.ts';
import { importManuscript, readLastImport, undoImport } from './sections-import.service.ts';
import {
  createSection,
  deleteSection,
  listSections,
  listSectionVersions,
  readSectionVersion,
  takeBackSection,
  updateSection,
} from './sections.service.ts';

export const sectionsRouter = router({
  list: adminProcedure.output(checkedOnce(z.array(section))).query(({ ctx }) => listSections(ctx.services)),
  create: adminProcedure
    .input(createInput)
    .output(section)
    .mutation(({ ctx, input }) => createSection(ctx.services, input)),
  update: adminProcedure
    .input(updateInput)
    .output(section)
    .mutation(({ ctx, input }) => updateSection(ctx.services, input)),
  delete: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => deleteSection(ctx.services, input.id)),
  versions: adminProcedure
    .input(z.object({ id }))
    .output(z.array(sectionVersion))
    .query(({ ctx, input }) => listSectionVersions(ctx.services, input.id)),
  version: adminProcedure
    .input(versionAddress)
    .output(sectionVersionText)
    .query(({ ctx, input }) => readSectionVersion(ctx.services, input)),
  takeBack: adminProcedure
    .input(takeBackVersion)
    .output(section)
    .mutation(({ ctx, input }) => takeBackSection(ctx.services, input)),
  import: adminProcedure
    .input(importSections)
    .output(importOutcome)
    .mutation(({ ctx, input }) => importManuscript(ctx.services, input)),
  lastImport: adminProcedure.output(lastImport).query(({ ctx }) => readLastImport(ctx.services)),
  undoImport: adminProcedure.output(undoneImport).mutation(({ ctx }) => undoImport(ctx.services)),
});
