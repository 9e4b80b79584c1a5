import { chatHistory, chatReply, sendMessage, type ChatReplyEvent } from '../../../shared/contracts/chat.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Context } from '../../context.ts';
import { publicProcedure, router } from '../../trpc.ts';

export const chatRouter = router({
  history: publicProcedure.output(chatHistory).query(({ ctx }) => {
    const { readerId } = ctx.caller;
    return { messages: readerId === undefined ? [] : ctx.chat.history(readerId) };
  }),
  send: publicProcedure
    .input(sendMessage)
    .output(chatReply)
    .mutation(async ({ ctx, input }) => {
      for await (const event of await send(ctx, input.message)) {
        if (event.type === 'done') return { response: event.response };
      }
      throw new AppError('UPSTREAM_FAILED');
    }),
  /** The same as `send`, while it is written. */
  stream: publicProcedure.input(sendMessage).mutation(({ ctx, input }) => send(ctx, input.message)),
});

async function send(ctx: Context, message: string): Promise<AsyncIterable<ChatReplyEvent>> {
  await ctx.caller.limit('chat');
  const readerId = ctx.caller.readerId ?? crypto.randomUUID();
  const events = ctx.chat.send(readerId, message);
  ctx.caller.rememberReader(readerId);
  return events;
}
