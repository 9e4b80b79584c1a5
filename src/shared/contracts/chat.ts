import { z } from 'zod';
import { isBlank } from '../blank-text.ts';
import { areAscending } from '../quotes.ts';
import { chatLimits } from './chat-limits.ts';
import { id, requiredText, timestamp } from './values.ts';

const role = z.enum(['user', 'assistant']);

/** Character ranges `[from, to)` of a message that quote the book, ascending; absent without quotes. */
const quotes = z
  .array(z.tuple([z.int().min(0), z.int().min(1)]))
  .refine(areAscending, 'Le citazioni si accavallano.')
  .optional();

/** Help line below a reply that asks whether the reader is unwell. */
const pageLine = z.string().min(1).optional();

/** `level`: the reader's maxSection when the message was written (see the spoiler gate). */
export const storedChatMessage = z.object({
  id,
  readerId: id,
  role,
  content: z.string(),
  level: z.number().int().min(0),
  timestamp,
  interrupted: z.literal(true).optional(),
  /** Written by the embedded character; not used as an example for a hosted model. */
  embedded: z.literal(true).optional(),
  quotes,
  pageLine,
});

const chatMessage = z.object({
  role,
  content: z.string(),
  timestamp,
  interrupted: z.literal(true).optional(),
  quotes,
  pageLine,
});

export const historyPage = z
  .object({ before: z.iso.datetime('Il momento va scritto come 2003-12-21T12:03:00.000Z.').optional() })
  .optional();

/**
 * Oldest first; `more`: older messages exist. `unrecognised`: the reader's cookie was sealed with a key that has been
 * removed.
 */
export const chatHistory = z.object({
  messages: z.array(chatMessage),
  more: z.literal(true).optional(),
  unrecognised: z.literal(true).optional(),
});

/** Except line breaks and tabs; each takes six bytes in the database. */
const controlCharacter = /(?![\n\r\t])\p{Cc}/u;

export const sendMessage = z.object({
  /** Idempotency key chosen by the client: a message sent again is not stored twice. */
  id: z.uuid('L’identificativo del messaggio non è un UUID.').optional(),
  message: requiredText('Il messaggio', chatLimits.message)
    .refine((text) => !isBlank(text), 'Il messaggio è obbligatorio.')
    .refine(
      (text) => !controlCharacter.test(text),
      'Il messaggio contiene caratteri che non si possono scrivere.',
    ),
});
export const chatReply = z.object({ response: z.string(), quotes, pageLine });

/** The protagonist's remark right after a code; `null` when nothing is new since the last message. */
export const chatNotice = z.object({ message: chatMessage.nullable() });

/** A fact from the reader's messages that the protagonist remembers; `text` is a clause («ti chiami Anna»). */
const chatNote = z.object({ id: z.string(), label: z.string(), text: z.string() });
export const chatNotes = z.object({ notes: z.array(chatNote) });
export const noteId = z.object({ id: z.string().min(1).max(64) });
export const chatSuggestions = z.object({ questions: z.array(z.string()) });

/**
 * Stream events of a reply. `reset` discards the text so far (the provider failed and the reply restarts); `done`
 * carries the stored reply, `stopped` the text up to the reader's stop (empty: nothing is stored).
 */
export const chatReplyEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('reset') }),
  z.object({ type: z.literal('done'), response: z.string(), timestamp, quotes, pageLine }),
  z.object({ type: z.literal('stopped'), response: z.string(), timestamp, quotes }),
]);

export type Role = z.infer<typeof role>;
export type SentMessage = z.infer<typeof sendMessage>;
export type StoredChatMessage = z.infer<typeof storedChatMessage>;
export type ChatMessage = z.infer<typeof chatMessage>;
export type ChatHistory = z.infer<typeof chatHistory>;
export type ChatNotes = z.infer<typeof chatNotes>;
export type ChatReply = z.infer<typeof chatReply>;
export type ChatSuggestions = z.infer<typeof chatSuggestions>;
export type ChatReplyEvent = z.infer<typeof chatReplyEvent>;
