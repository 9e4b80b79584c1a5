import { z } from 'zod';
import {
  bookState,
  drawnPage,
  excerptText,
  previewBook,
  publicBook,
  saveBook,
  storedRecording,
} from '#shared/contracts/book.ts';
import { packagePlan, packageStatus } from '#shared/contracts/book-package.ts';
import { id } from '#shared/contracts/values.ts';
import type { DescriptionsOf } from './description.ts';

/** The calls of the author's book. */
export const bookDescriptions: DescriptionsOf<'book' | 'bookPackage'> = {
  'book.published': { summary: 'The published book, as every page has it.', output: publicBook },
  'book.excerptText': {
    summary: 'The words of a published excerpt; `id` is its place from 0.',
    output: excerptText,
  },
  'book.get': { summary: 'The book as its author finds it: draft and versions.', output: bookState },
  'book.save': {
    summary: 'Save the draft; with a `revision` that is not the latest, 409.',
    input: saveBook,
    output: bookState,
  },
  'book.publish': { summary: 'Draw the pages with the draft and show them to readers.', output: bookState },
  'book.takeBack': {
    summary: 'Make a version the draft; the draft of before is put aside.',
    input: z.object({ id }),
    output: bookState,
  },
  'book.preview': {
    summary: 'A page as this draft would make it.',
    input: previewBook,
    output: drawnPage,
  },
  'book.addRecording': { summary: 'Keep a recording for an excerpt.', output: storedRecording },
  'bookPackage.export': {
    summary: 'The whole book as one zip; with `codes=values` the codes’ values go along.',
  },
  'bookPackage.check': {
    summary: 'Reads a package whole and says what it would change.',
    output: packagePlan,
  },
  'bookPackage.confirm': {
    summary: 'Puts the book of the package in the place of this one, in one write.',
    input: z.object({ id }),
    output: packageStatus,
  },
  'bookPackage.discard': { summary: 'Lets go of a package that was read.' },
  'bookPackage.status': { summary: 'The import that can still be undone.', output: packageStatus },
  'bookPackage.undo': {
    summary: 'Puts back what the last import replaced; undone, the imported book again.',
    output: packageStatus,
  },
};
