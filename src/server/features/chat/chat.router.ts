import { Readable } from 'node:stream';
import { book, protagonist } from '#content/book.ts';
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
import { Download } from '#server/api/download.ts';
import { publicProcedure, router } from '#server/api/trpc.ts';
import { transcriptOf } from './transcript.ts';

export const chatRouter = router({
  history: publicProcedure.output(checkedOnce(chatHistory)).query(({ ctx }) => {
    const { readerId } = ctx.caller;
    return readerId === undefined ? { messages: [] } : ctx.chat.history(readerId);
  }),
  send: publicProcedure
    .input(sendMessage)
    .output(chatReply)
    .mutation(async ({ ctx, input }) => {
      for await (const event of await send(ctx, input.message)) {
        if (event.type === 'done' || event.type === 'stopped') return { response: event.response };
      }
      throw new AppError('UPSTREAM_FAILED');
    }),
  /** The same as `send`, while it is written. */
  stream: publicProcedure.input(sendMessage).mutation(({ ctx, input }) => send(ctx, input.message)),
  /** The reply that is being written, from its beginning: for a page that was reloaded, or another tab. */
  pending: publicProcedure.query(({ ctx }) => ctx.chat.pending(ctx.caller.readerId ?? '')),
  retry: publicProcedure.mutation(async ({ ctx }) => {
    await ctx.caller.limit('chat');
    return ctx.chat.retry(known(ctx));
  }),
  stop: publicProcedure.mutation(({ ctx }) => ctx.chat.stop(ctx.caller.readerId ?? '')),
  forget: publicProcedure.mutation(async ({ ctx }) => {
    if (ctx.caller.readerId !== undefined) await ctx.chat.forget(ctx.caller.readerId);
  }),
  transcript: publicProcedure.query(async ({ ctx }) => {
    await ctx.caller.limit('chatTools');
    const { messages, level, hidden } = ctx.chat.history(ctx.caller.readerId ?? '');
    const at = new Date().toISOString();
    const text = transcriptOf(messages, { title: book.title, name: protagonist.name, level, hidden, at });
    const bytes = Buffer.from(text, 'utf8');
    const fileName = `conversazione-${at.slice(0, 10)}.txt`;
    return new Download(fileName, 'text/plain; charset=utf-8', () => ({
      stream: Readable.from([bytes]),
      bytes: bytes.length,
    }));
  }),
  recap: publicProcedure.output(checkedOnce(chatReply)).query(async ({ ctx }) => {
    await ctx.caller.limit('chatTools');
    return ctx.chat.recap(ctx.caller.readerId);
  }),
  suggestions: publicProcedure.output(checkedOnce(chatSuggestions)).query(async ({ ctx }) => {
    await ctx.caller.limit('chatTools');
    return ctx.chat.suggestions(ctx.caller.readerId);
  }),
  notice: publicProcedure.output(chatNotice).mutation(async ({ ctx }) => {
    await ctx.caller.limit('chatTools');
    const { readerId } = ctx.caller;
    return { message: readerId === undefined ? null : await ctx.chat.notice(readerId) };
  }),
});

async function send(ctx: Context, message: string): Promise<AsyncIterable<ChatReplyEvent>> {
  await ctx.caller.limit('chat');
  const readerId = ctx.caller.readerId ?? crypto.randomUUID();
  const events = ctx.chat.send(readerId, message);
  ctx.caller.rememberReader(readerId);
  return events;
}

/** @throws AppError IMPOSSIBLE for someone who has never written */
function known({ caller }: Context): string {
  if (caller.readerId === undefined) throw new AppError('IMPOSSIBLE', 'Non c’è una risposta da rifare.');
  return caller.readerId;
}
