import { z } from 'zod';
import { isBlank } from '../blank-text.ts';
import { areAscending } from '../quotes.ts';
import { chatLimits } from './chat-limits.ts';
import { id, requiredText, timestamp } from './values.ts';

const role = z.enum(['user', 'assistant']);

/** The characters of a message, `[from, to)` in order, that are read out of the book; absent when none are. */
const quotes = z
  .array(z.tuple([z.int().min(0), z.int().min(1)]))
  .refine(areAscending, 'Le citazioni si accavallano.')
  .optional();

/** What the page says beneath a reply that asks whether the reader is unwell: where help is; absent of any other. */
const pageLine = z.string().min(1).optional();

/** A message as stored: `level` is the reader's maxSection when it was written (see the spoiler gate). */
export const storedChatMessage = z.object({
  id,
  readerId: id,
  role,
  content: z.string(),
  level: z.number().int().min(0),
  timestamp,
  /** The reader stopped the reply here. */
  interrupted: z.literal(true).optional(),
  /** The embedded character's own, which is no example for a hosted model. */
  embedded: z.literal(true).optional(),
  quotes,
  pageLine,
});

/** A message as the reader sees it. */
const chatMessage = z.object({
  role,
  content: z.string(),
  timestamp,
  interrupted: z.literal(true).optional(),
  quotes,
  pageLine,
});

/** The newest messages, or the newest of those before a moment. */
export const historyPage = z
  .object({ before: z.iso.datetime('Il momento va scritto come 2003-12-21T12:03:00.000Z.').optional() })
  .optional();

/**
 * Oldest first; `more` where there are older ones. `unrecognised`: this browser has a reader's cookie that no key of the site opens
 * any more, because its key was taken away.
 */
export const chatHistory = z.object({
  messages: z.array(chatMessage),
  more: z.literal(true).optional(),
  unrecognised: z.literal(true).optional(),
});

/** Beside new lines and tabs no reader writes any; in the database each takes six bytes. */
const controlCharacter = /(?![\n\r\t])\p{Cc}/u;

export const sendMessage = z.object({
  /** Chosen by who sends: the message sent again with it, because the answer was lost, is not said twice. */
  id: z.uuid('L’identificativo del messaggio non è un UUID.').optional(),
  message: requiredText('Il messaggio', chatLimits.message)
    .refine((text) => !isBlank(text), 'Il messaggio è obbligatorio.')
    .refine(
      (text) => !controlCharacter.test(text),
      'Il messaggio contiene caratteri che non si possono scrivere.',
    ),
});
export const chatReply = z.object({ response: z.string(), quotes, pageLine });

/** What the protagonist notices right after a code; `null` when there is nothing new since the last message. */
export const chatNotice = z.object({ message: chatMessage.nullable() });

/** What the protagonist keeps in mind of the reader, out of the reader's own messages; `text` is a clause («ti chiami Anna»). */
const chatNote = z.object({ id: z.string(), label: z.string(), text: z.string() });
export const chatNotes = z.object({ notes: z.array(chatNote) });
export const noteId = z.object({ id: z.string().min(1).max(64) });
export const chatSuggestions = z.object({ questions: z.array(z.string()) });

/**
 * What the reply is made of while it is written. `reset` takes back what was shown so far (the provider
 * failed half-way and the reply starts again); `done` carries the whole reply as it was stored, `stopped` what had
 * been said when the reader stopped it (empty: nothing, and nothing is stored).
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
