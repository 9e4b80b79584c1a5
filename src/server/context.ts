import type { ChatService } from './features/chat/chat.service.ts';
import type { FileStore } from './files/types.ts';
import type { Store } from './store/types.ts';

/** What can be overused; each has its own allowance per reader and per address (see http/limits.ts). */
export type LimitedAction = 'login' | 'redeem' | 'music' | 'chat' | 'chatTools';

/** The person behind one request. */
export interface Caller {
  /** The reader's id, when its sealed cookie came with the request. */
  readerId: string | undefined;
  isAdmin: boolean;
  /** Gives the browser the sealed cookie of this reader from now on. */
  rememberReader(readerId: string): void;
  rememberAdmin(epoch: number): void;
  forgetAdmin(): void;
  /** Counts one attempt. Rejects with `TOO_MANY_REQUESTS` when the allowance is used up. */
  limit(action: LimitedAction): Promise<void>;
  /** Counts a failed guess (password, code), whose allowance is much smaller. */
  penalise(action: LimitedAction): Promise<void>;
}

/** What every procedure can reach: the house's services and the caller. */
export interface Context {
  store: Store;
  files: FileStore;
  chat: ChatService;
  model: { name: string };
  version: string;
  startedAt: number;
  caller: Caller;
}
