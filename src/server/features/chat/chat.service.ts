import type { ChatMessage, ChatReplyEvent } from '../../../shared/contracts/chat.ts';

/** A reader's conversation with the protagonist. */
export interface ChatService {
  /** Stores the message, then yields the reply while it is written; the reply is stored before `done`. */
  send(readerId: string, message: string): AsyncIterable<ChatReplyEvent>;
  /** The reader's own messages, oldest first. */
  history(readerId: string): ChatMessage[];
}
