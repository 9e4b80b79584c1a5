import type { LimitedAction } from '#shared/limited-actions.ts';
import type { ChatService } from '../features/chat/chat.service.ts';
import type { SpoilerCheckService } from '../features/spoiler-check/spoiler-check.service.ts';
import type { Rehearse } from '../features/rehearsal/rehearsal.service.ts';
import type { SummariesService } from '../features/summaries/summaries.service.ts';
import type { Monitor } from '../features/health/monitor.ts';
import type { RestoreService } from '../features/backup/restore.service.ts';
import type { ImageLibrary } from '../storage/files/images/library.ts';
import type { Scrub } from '../storage/files/scrub.ts';
import type { FileStore } from '../storage/files/types.ts';
import type { Mirror } from '../storage/mirror/mirror.ts';
import type { ModelHealth } from '../model/health.ts';
import type { Store } from '../storage/store/types.ts';
import type { MaintenanceGate } from './maintenance-gate.ts';

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
  images: ImageLibrary;
  restore: RestoreService;
  /** The check of the uploads for bytes that changed by themselves. */
  scrub: Pick<Scrub, 'last'>;
  maintenanceGate: MaintenanceGate;
  /** The copy in the bucket, when there is a bucket. */
  mirror: Pick<Mirror, 'status' | 'open' | 'fetch' | 'bringBack'> | undefined;
  /** The folder of the book's own media. */
  mediaDir: string;
  chat: ChatService;
  summaries: SummariesService;
  rehearse: Rehearse;
  spoilerCheck: SpoilerCheckService;
  /** `offline`: the embedded one, which needs no provider. */
  model: { name: string; offline: boolean; health: ModelHealth };
  monitor: Monitor;
  version: string;
  /** The calls of this site as an OpenAPI 3.1 document. */
  openApi: () => Record<string, unknown>;
  startedAt: number;
  caller: Caller;
}
