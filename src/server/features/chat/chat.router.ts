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
import type { Caller } from '#server/api/context.ts';
import { limitedProcedure, publicProcedure, router } from '#server/api/trpc.ts';
import { waitForReply, type ChatService } from './chat.service.ts';
import { downloadTranscript, type TranscriptServices } from './transcript.ts';

export const chatRouter = ({ chat, book }: TranscriptServices) =>
  router({
    history: limitedProcedure('history')({
      summary:
        'The newest 200 messages of this reader and the character, oldest first; with `before`, those before that moment.',
      input: historyPage,
      output: chatHistory,
    }).query(({ ctx, input }) => {
      const { readerId, cookies } = ctx.caller;
      if (readerId !== undefined) return chat.history(readerId, input?.before);
      return cookies.isUnrecognised ? { messages: [], unrecognised: true } : { messages: [] };
    }),
    send: limitedProcedure('chat')({
      summary: "Sends a message and gives the character's whole reply.",
      input: sendMessage,
      output: chatReply,
    }).mutation(({ ctx, input }) => waitForReply(send(chat, ctx.caller, input))),
    stream: limitedProcedure('chat')({
      summary: 'The same with `Accept: text/event-stream`: the reply arrives while it is written.',
      input: sendMessage,
    }).mutation(({ ctx, input }) => send(chat, ctx.caller, input)),
    pending: publicProcedure({
      summary: 'The reply that is being written, from its beginning, as server-sent events.',
    }).query(({ ctx }) => chat.pending(ctx.caller.readerId ?? '')),
    retry: limitedProcedure('chat')({
      summary: 'Answers the last message anew when it has no reply, or one that was stopped.',
    }).mutation(({ ctx }) => chat.retry(requireReader(ctx.caller))),
    stop: publicProcedure({
      summary: 'Ends the reply that is being written; what was said so far is kept.',
    }).mutation(({ ctx }) => chat.stop(ctx.caller.readerId ?? '')),
    forget: limitedProcedure('chatTools')({
      summary: 'Deletes the whole conversation of this reader, and ends the reply under way.',
    }).mutation(async ({ ctx }) => {
      if (ctx.caller.readerId !== undefined) await chat.forget(ctx.caller.readerId);
    }),
    transcript: limitedProcedure('chatTools')({
      summary: 'The conversation of this reader as a text file.',
    }).query(({ ctx }) => downloadTranscript({ chat, book }, ctx.caller.readerId ?? '')),
    recap: limitedProcedure('chatTools')({
      summary: "The story up to the reader's level, told by the character.",
      output: chatReply,
      isKept: true,
    }).query(({ ctx }) => chat.recap(ctx.caller.readerId)),
    suggestions: limitedProcedure('chatTools')({
      summary: 'Two or three questions that the unlocked sections can answer.',
      output: chatSuggestions,
      isKept: true,
    }).query(({ ctx }) => chat.suggestions(ctx.caller.readerId)),
    notes: limitedProcedure('chatTools')({
      summary: 'What the character keeps in mind of this reader, out of their own messages.',
      output: chatNotes,
    }).query(({ ctx }) => chat.notes(ctx.caller.readerId)),
    forgetNote: limitedProcedure('chatTools')({
      summary: 'Has one of them forgotten, until the reader says the same again.',
      input: noteId,
    }).mutation(async ({ ctx, input }) => {
      await chat.forgetNote(ctx.caller.readerId, input.id);
    }),
    notice: limitedProcedure('chatTools')({
      summary: 'What the character notices once new sections are open; null when nothing is new.',
      output: chatNotice,
    }).mutation(async ({ ctx }) => {
      const { readerId } = ctx.caller;
      return { message: readerId === undefined ? null : await chat.notice(readerId) };
    }),
  });

function send(
  chat: ChatService,
  caller: Caller,
  { message, id }: SentMessage,
): AsyncIterable<ChatReplyEvent> {
  const readerId = caller.readerId ?? crypto.randomUUID();
  const events = chat.send(readerId, message, id);
  caller.rememberReader(readerId);
  return events;
}

/** @throws AppError IMPOSSIBLE for a caller who has never written */
function requireReader(caller: Caller): string {
  if (caller.readerId === undefined) throw new AppError('IMPOSSIBLE', 'Non c’è una risposta da rifare.');
  return caller.readerId;
}
