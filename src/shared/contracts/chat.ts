import { z } from 'zod';
import { chatLimits } from './chat-limits.ts';
import { id, requiredText, timestamp } from './values.ts';

export const role = z.enum(['user', 'assistant']);

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
});

/** A message as the reader sees it. */
export const chatMessage = z.object({
  role,
  content: z.string(),
  timestamp,
  interrupted: z.literal(true).optional(),
});

export const chatHistory = z.object({ messages: z.array(chatMessage) });

export const sendMessage = z.object({ message: requiredText('Il messaggio', chatLimits.message) });
export const chatReply = z.object({ response: z.string() });

/** What the protagonist notices right after a code; `null` when there is nothing new since the last message. */
export const chatNotice = z.object({ message: chatMessage.nullable() });
export const chatSuggestions = z.object({ questions: z.array(z.string()) });

/**
 * What the reply is made of while it is written. `reset` takes back what was shown so far (the provider
 * failed half-way and the reply starts again); `done` carries the whole reply as it was stored, `stopped` what had
 * been said when the reader stopped it (empty: nothing, and nothing is stored).
 */
export const chatReplyEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('reset') }),
  z.object({ type: z.literal('done'), response: z.string(), timestamp }),
  z.object({ type: z.literal('stopped'), response: z.string(), timestamp }),
]);

export type Role = z.infer<typeof role>;
export type StoredChatMessage = z.infer<typeof storedChatMessage>;
export type ChatMessage = z.infer<typeof chatMessage>;
export type ChatReply = z.infer<typeof chatReply>;
export type ChatSuggestions = z.infer<typeof chatSuggestions>;
export type ChatReplyEvent = z.infer<typeof chatReplyEvent>;
