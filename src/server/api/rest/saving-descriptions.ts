import { z } from 'zod';
import { binEntry, binRestored } from '#shared/contracts/bin.ts';
import {
  importOutcome,
  importSections,
  lastImport,
  undoneImport,
} from '#shared/contracts/sections-import.ts';
import { createSection, section, updateSection } from '#shared/contracts/sections.ts';
import { id } from '#shared/contracts/values.ts';
import { sectionVersion, sectionVersionText, takeBackVersion } from '#shared/contracts/versions.ts';
import type { DescriptionsOf } from './description.ts';

/** The calls of the sections, of their texts of before, and of the bin. */
export const savingDescriptions: DescriptionsOf<'sections' | 'bin'> = {
  'sections.list': { summary: 'All sections of the book.', output: z.array(section) },
  'sections.create': {
    summary: 'Adds a section; a chosen `id` that is there already answers that one, unchanged.',
    input: createSection,
    output: section,
  },
  'sections.update': {
    summary:
      'Changes the fields that are sent; with an `updatedAt` that is not the last, 409 with `current`.',
    input: updateSection,
    output: section,
  },
  'sections.delete': { summary: 'Puts a section with its memory cards into the bin, under its own id.' },
  'sections.import': {
    summary:
      'Stores a whole manuscript, all of it or nothing: new sections, newer texts of those with an id, and what goes.',
    input: importSections,
    output: importOutcome,
  },
  'sections.lastImport': { summary: 'The last import, if it can be taken back.', output: lastImport },
  'sections.undoImport': {
    summary: 'Takes the last import back; sections edited since then stay as they are.',
    output: undoneImport,
  },
  'sections.versions': {
    summary: 'The texts that a section had, the newest first.',
    output: z.array(sectionVersion),
  },
  'sections.version': { summary: 'One of them with its words.', output: sectionVersionText },
  'sections.takeBack': {
    summary: 'Puts an older text in the place of the one of now, which stays among the versions.',
    input: takeBackVersion,
    output: section,
  },
  'bin.list': { summary: 'What was deleted within the last thirty days.', output: z.array(binEntry) },
  'bin.restore': {
    summary: 'Puts it back; what cannot come back now stays in the bin.',
    input: z.object({ id }),
    output: binRestored,
  },
  'bin.remove': { summary: 'Takes it away for good.' },
  'bin.empty': { summary: 'Takes everything in the bin away for good.' },
};
