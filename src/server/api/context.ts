import type { LimitedAction } from '#shared/limited-actions.ts';
import type { AuthServices } from '../features/auth/auth.service.ts';
import type { BackupServices } from '../features/backup/backup.service.ts';
import type { ChatServices } from '../features/chat/chat.service.ts';
import type { GalleryServices } from '../features/gallery/gallery.service.ts';
import type { HealthServices } from '../features/health/health.service.ts';
import type { MediaServices } from '../features/media/media.service.ts';
import type { MemoryCardsServices } from '../features/memory-cards/memory-cards.service.ts';
import type { CardsWritingServices } from '../features/memory-cards/writing/cards-writing.ts';
import type { ModelSettingsServices } from '../features/model-settings/model-settings.service.ts';
import type { MusicCodesServices } from '../features/music-codes/music-codes.service.ts';
import type { ReadersServices } from '../features/readers/readers.service.ts';
import type { ReferenceServices } from '../features/reference/reference.service.ts';
import type { RehearsalServices } from '../features/rehearsal/rehearsal.service.ts';
import type { SectionsServices } from '../features/sections/sections.service.ts';
import type { SpoilerCheckServices } from '../features/spoiler-check/spoiler-check.service.ts';
import type { SummariesServices } from '../features/summaries/summaries.service.ts';
import type { UnlockCodesServices } from '../features/unlock-codes/unlock-codes.service.ts';
import type { UploadsServices } from '../features/uploads/uploads.service.ts';
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

/** What the features together need; each declares its own part beside its functions. */
export type Services = AuthServices &
  BackupServices &
  ChatServices &
  GalleryServices &
  HealthServices &
  CardsWritingServices &
  MediaServices &
  MemoryCardsServices &
  ModelSettingsServices &
  MusicCodesServices &
  ReadersServices &
  ReferenceServices &
  RehearsalServices &
  SectionsServices &
  SpoilerCheckServices &
  SummariesServices &
  UnlockCodesServices &
  UploadsServices & { maintenanceGate: MaintenanceGate };

/** What a procedure is called with: who calls, and what there is to call upon. */
export interface Context {
  caller: Caller;
  services: Services;
}
