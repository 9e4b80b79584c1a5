import {
  bookState,
  drawnPage,
  excerptText,
  previewBook,
  publicBook,
  saveBook,
  storedRecording,
  suspendSite,
} from '#shared/contracts/book.ts';
import { byId } from '#shared/contracts/values.ts';
import { fileInput, adminProcedure, publicProcedure, router } from '#server/api/trpc.ts';
import type { BookService } from './book.service.ts';

export const bookRouter = (book: BookService) =>
  router({
    published: publicProcedure({
      summary: 'The published book, as every page has it.',
      output: publicBook,
    }).query(() => book.publicBook),
    excerptText: publicProcedure({
      summary: 'The words of a published excerpt; `id` is its place from 0.',
      input: byId,
      output: excerptText,
    }).query(({ input }) => ({ text: book.excerptText(Number(input.id)) })),
    get: adminProcedure({
      summary: 'The book as its author finds it: draft and versions.',
      output: bookState,
    }).query(() => book.state()),
    save: adminProcedure({
      summary: 'Save the draft; with a `revision` that is not the latest, 409.',
      input: saveBook,
      output: bookState,
    }).mutation(({ input }) => book.save(input)),
    publish: adminProcedure({
      summary: 'Draw the pages with the draft and show them to readers.',
      output: bookState,
    }).mutation(() => book.publish()),
    suspend: adminProcedure({
      summary: 'Close the pages to readers, or open them again; the calls go on answering.',
      input: suspendSite,
      output: bookState,
    }).mutation(async ({ input }) => {
      await book.opening.suspend(input.isSuspended);
      return book.state();
    }),
    takeBack: adminProcedure({
      summary: 'Make a version the draft; the draft of before is put aside.',
      input: byId,
      output: bookState,
    }).mutation(({ input }) => book.takeBack(input.id)),
    preview: adminProcedure({
      summary: 'A page as this draft would make it.',
      input: previewBook,
      output: drawnPage,
    }).mutation(async ({ input }) => ({ html: await book.preview(input.draft, input.page) })),
    addRecording: adminProcedure({
      summary: 'Keep a recording for an excerpt.',
      input: fileInput,
      output: storedRecording,
    }).mutation(({ input }) => book.addRecording(input.file, 'audio')),
    addVideo: adminProcedure({
      summary: 'Keep a video for the opening of the landing page or for its clips of the chat.',
      input: fileInput,
      output: storedRecording,
    }).mutation(({ input }) => book.addRecording(input.file, 'video')),
  });
