import { Readable } from 'node:stream';
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
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, publicProcedure, router } from '#server/api/trpc.ts';

export const bookRouter = router({
  published: publicProcedure.output(publicBook).query(({ ctx }) => ctx.services.book.publicBook),
  excerptText: publicProcedure
    .input(z.object({ id }))
    .output(excerptText)
    .query(({ ctx, input }) => ({ text: ctx.services.book.excerptText(Number(input.id)) })),
  get: adminProcedure.output(bookState).query(({ ctx }) => ctx.services.book.state()),
  save: adminProcedure
    .input(saveBook)
    .output(bookState)
    .mutation(({ ctx, input }) => ctx.services.book.save(input)),
  publish: adminProcedure.output(bookState).mutation(({ ctx }) => ctx.services.book.publish()),
  takeBack: adminProcedure
    .input(z.object({ id }))
    .output(bookState)
    .mutation(({ ctx, input }) => ctx.services.book.takeBack(input.id)),
  preview: adminProcedure
    .input(previewBook)
    .output(drawnPage)
    .mutation(async ({ ctx, input }) => ({ html: await ctx.services.book.preview(input.draft, input.page) })),
  /** `file` is a Node stream: over HTTP only the multipart adapter can give one. */
  addRecording: adminProcedure
    .input(z.object({ file: z.instanceof(Readable, { error: 'Il file manca.' }) }))
    .output(storedRecording)
    .mutation(({ ctx, input }) => ctx.services.book.addRecording(input.file)),
});
