import {
  chatHistory,
  chatNotice,
  chatReply,
  chatSuggestions,
  sendMessage,
  type ChatReplyEvent,
} from '#shared/contracts/chat.ts';
import { AppError } from '#shared/errors.ts';
import type { Context } from '#server/api/context.ts';
import { checkedOnce } from '#server/api/checked-output.ts';
import { publicProcedure, router } from '#server/api/trpc.ts';
import { waitForResponse } from './chat.service.ts';
import { downloadTranscript } from './transcript.ts';

export const chatRouter = router({
  history: publicProcedure.output(checkedOnce(chatHistory)).query(({ ctx }) => {
    const { readerId } = ctx.caller;
    return readerId === undefined ? { messages: [] } : ctx.services.chat.history(readerId);
  }),
  send: publicProcedure
    .input(sendMessage)
    .output(chatReply)
    .mutation(async ({ ctx, input }) => ({
      response: await waitForResponse(await send(ctx, input.message)),
    })),
  /** The same as `send`, while it is written. */
  stream: publicProcedure.input(sendMessage).mutation(({ ctx, input }) => send(ctx, input.message)),
  /** The reply that is being written, from its beginning: for a page that was reloaded, or another tab. */
  pending: publicProcedure.query(({ ctx }) => ctx.services.chat.pending(ctx.caller.readerId ?? '')),
  retry: publicProcedure.mutation(async ({ ctx }) => {
    await ctx.caller.limit('chat');
    return ctx.services.chat.retry(requireReader(ctx));
  }),
  stop: publicProcedure.mutation(({ ctx }) => ctx.services.chat.stop(ctx.caller.readerId ?? '')),
  forget: publicProcedure.mutation(async ({ ctx }) => {
    if (ctx.caller.readerId !== undefined) await ctx.services.chat.forget(ctx.caller.readerId);
  }),
  transcript: publicProcedure.query(async ({ ctx }) => {
    await ctx.caller.limit('chatTools');
    return downloadTranscript(ctx.services, ctx.caller.readerId ?? '');
  }),
  recap: publicProcedure.output(checkedOnce(chatReply)).query(async ({ ctx }) => {
    await ctx.caller.limit('chatTools');
    return ctx.services.chat.recap(ctx.caller.readerId);
  }),
  suggestions: publicProcedure.output(checkedOnce(chatSuggestions)).query(async ({ ctx }) => {
    await ctx.caller.limit('chatTools');
    return ctx.services.chat.suggestions(ctx.caller.readerId);
  }),
  notice: publicProcedure.output(chatNotice).mutation(async ({ ctx }) => {
    await ctx.caller.limit('chatTools');
    const { readerId } = ctx.caller;
    return { message: readerId === undefined ? null : await ctx.services.chat.notice(readerId) };
  }),
});

async function send(ctx: Context, message: string): Promise<AsyncIterable<ChatReplyEvent>> {
  await ctx.caller.limit('chat');
  const readerId = ctx.caller.readerId ?? crypto.randomUUID();
  const events = ctx.services.chat.send(readerId, message);
  ctx.caller.rememberReader(readerId);
  return events;
}

/** @throws AppError IMPOSSIBLE for a caller who has never written */
function requireReader({ caller }: Context): string {
  if (caller.readerId === undefined) throw new AppError('IMPOSSIBLE', 'Non c’è una risposta da rifare.');
  return caller.readerId;
}
