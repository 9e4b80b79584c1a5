import { z } from 'zod';
import * as contract from '#shared/contracts/sections.ts';
import { importOutcome, importSections } from '#shared/contracts/sections-import.ts';
import {
  sectionVersion,
  sectionVersionText,
  takeBackVersion,
  versionAddress,
} from '#shared/contracts/versions.ts';
import { byId } from '#shared/contracts/values.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { importManuscript, type SectionsImportServices } from './sections-import.service.ts';
import {
  createSection,
  deleteSection,
  listSections,
  listSectionVersions,
  readSectionVersion,
  takeBackSection,
  updateSection,
  type SectionsServices,
} from './sections.service.ts';

export const sectionsRouter = (services: SectionsServices & SectionsImportServices) =>
  router({
    list: adminProcedure({ summary: 'All sections of the book.', output: z.array(contract.section) }).query(
      () => listSections(services),
    ),
    create: adminProcedure({
      summary: 'Adds a section; a chosen `id` that is there already answers that one, unchanged.',
      input: contract.createSection,
      output: contract.section,
    }).mutation(({ input }) => createSection(services, input)),
    update: adminProcedure({
      summary:
        'Changes the fields that are sent; with an `updatedAt` that is not the last, 409 with `current`.',
      input: contract.updateSection,
      output: contract.section,
    }).mutation(({ input }) => updateSection(services, input)),
    delete: adminProcedure({
      summary: 'Puts a section with its memory cards into the bin, under its own id.',
      input: byId,
    }).mutation(({ input }) => deleteSection(services, input.id)),
    versions: adminProcedure({
      summary: 'The texts that a section had, the newest first.',
      input: byId,
      output: z.array(sectionVersion),
    }).query(({ input }) => listSectionVersions(services, input.id)),
    version: adminProcedure({
      summary: 'One of them with its words.',
      input: versionAddress,
      output: sectionVersionText,
    }).query(({ input }) => readSectionVersion(services, input)),
    takeBack: adminProcedure({
      summary: 'Puts an older text in the place of the one of now, which stays among the versions.',
      input: takeBackVersion,
      output: contract.section,
    }).mutation(({ input }) => takeBackSection(services, input)),
    import: adminProcedure({
      summary:
        'Copies the site, then stores a whole manuscript, all of it or nothing: new sections, newer texts of those with an id, and what goes.',
      input: importSections,
      output: importOutcome,
    }).mutation(({ input }) => importManuscript(services, input)),
  });
