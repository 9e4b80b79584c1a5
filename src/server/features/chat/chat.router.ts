import {
  chatHistory,
  chatNotes,
  chatNotice,
  chatReply,
  chatSuggestions,
  historyPage,
  noteId,
  sendMessage,
  type ChatReplyEvent,
  type SentMessage,
} from '#shared/contracts/chat.ts';
import { AppError } from '#shared/errors.ts';
import type { Context } from '#server/api/context.ts';
import { checkedOnce, limitedProcedure, publicProcedure, router } from '#server/api/trpc.ts';
import { waitForReply } from './chat.service.ts';
import { downloadTranscript } from './transcript.ts';

export const chatRouter = router({
  history: limitedProcedure('history')
    .input(historyPage)
    .output(checkedOnce(chatHistory))
    .query(({ ctx, input }) => {
      const { readerId, isUnrecognised } = ctx.caller;
      if (readerId !== undefined) return ctx.services.chat.history(readerId, input?.before);
      return isUnrecognised ? { messages: [], unrecognised: true } : { messages: [] };
    }),
  send: limitedProcedure('chat')
    .input(sendMessage)
    .output(chatReply)
    .mutation(({ ctx, input }) => waitForReply(send(ctx, input))),
  /** The same as `send`, while it is written. */
  stream: limitedProcedure('chat')
    .input(sendMessage)
    .mutation(({ ctx, input }) => send(ctx, input)),
  /** The reply that is being written, from its beginning: for a page that was reloaded, or another tab. */
  pending: publicProcedure.query(({ ctx }) => ctx.services.chat.pending(ctx.caller.readerId ?? '')),
  retry: limitedProcedure('chat').mutation(({ ctx }) => ctx.services.chat.retry(requireReader(ctx))),
  stop: publicProcedure.mutation(({ ctx }) => ctx.services.chat.stop(ctx.caller.readerId ?? '')),
  forget: limitedProcedure('chatTools').mutation(async ({ ctx }) => {
    if (ctx.caller.readerId !== undefined) await ctx.services.chat.forget(ctx.caller.readerId);
  }),
  transcript: limitedProcedure('chatTools').query(({ ctx }) =>
    downloadTranscript(ctx.services, ctx.caller.readerId ?? ''),
  ),
  recap: limitedProcedure('chatTools')
    .output(checkedOnce(chatReply))
    .query(({ ctx }) => ctx.services.chat.recap(ctx.caller.readerId)),
  suggestions: limitedProcedure('chatTools')
    .output(checkedOnce(chatSuggestions))
    .query(({ ctx }) => ctx.services.chat.suggestions(ctx.caller.readerId)),
  /** What the protagonist keeps in mind of the reader, at the level in force. */
  notes: limitedProcedure('chatTools')
    .output(chatNotes)
    .query(({ ctx }) => ctx.services.chat.notes(ctx.caller.readerId)),
  forgetNote: limitedProcedure('chatTools')
    .input(noteId)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.chat.forgetNote(ctx.caller.readerId, input.id);
    }),
  notice: limitedProcedure('chatTools')
    .output(chatNotice)
    .mutation(async ({ ctx }) => {
      const { readerId } = ctx.caller;
      return { message: readerId === undefined ? null : await ctx.services.chat.notice(readerId) };
    }),
});

function send(ctx: Context, { message, id }: SentMessage): AsyncIterable<ChatReplyEvent> {
  const readerId = ctx.caller.readerId ?? crypto.randomUUID();
  const events = ctx.services.chat.send(readerId, message, id);
  ctx.caller.rememberReader(readerId);
  return events;
}

/** @throws AppError IMPOSSIBLE for a caller who has never written */
function requireReader({ caller }: Context): string {
  if (caller.readerId === undefined) throw new AppError('IMPOSSIBLE', 'Non c’è una risposta da rifare.');
  return caller.readerId;
}
