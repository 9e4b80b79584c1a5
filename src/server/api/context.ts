import type { Entrance } from '#shared/contracts/auth.ts';
import type { LimitedAction } from '#shared/limited-actions.ts';
import type { AuthServices } from '../features/auth/auth.service.ts';
import type { SiteAddress } from '../features/auth/relying-party.ts';
import type { BackupEntriesServices } from '../features/backup/backup-entries.ts';
import type { BackupServices } from '../features/backup/backup.service.ts';
import type { BinServices } from '../features/bin/bin.service.ts';
import type { BookPackageServices } from '../features/book-package/book-package.service.ts';
import type { BookServices } from '../features/book/book.service.ts';
import type { ChatServices } from '../features/chat/chat.service.ts';
import type { GalleryServices } from '../features/gallery/gallery.service.ts';
import type { HealthServices } from '../features/health/health.service.ts';
import type { KeepingServices } from '../features/keeping/keeping.service.ts';
import type { MediaServices } from '../features/media/media.service.ts';
import type { MemoryCardsServices } from '../features/memory-cards/memory-cards.service.ts';
import type { CardsWritingServices } from '../features/memory-cards/writing/cards-writing.ts';
import type { ModelSettingsServices } from '../features/model-settings/model-settings.service.ts';
import type { MusicCodesServices } from '../features/music-codes/music-codes.service.ts';
import type { NumbersServices } from '../features/numbers/numbers.service.ts';
import type { DevicesServices, Seat } from '../features/readers/devices.ts';
import type { ReadersServices } from '../features/readers/readers.service.ts';
import type { ReferenceServices } from '../features/reference/reference.service.ts';
import type { RehearsalServices } from '../features/rehearsal/rehearsal.service.ts';
import type { SectionsServices } from '../features/sections/sections.service.ts';
import type { SiteSettingsServices } from '../features/site-settings/site-settings.service.ts';
import type { SpoilerCheckServices } from '../features/spoiler-check/spoiler-check.service.ts';
import type { SummariesServices } from '../features/summaries/summaries.service.ts';
import type { UnlockCodesServices } from '../features/unlock-codes/unlock-codes.service.ts';
import type { UploadsServices } from '../features/uploads/uploads.service.ts';
import type { MaintenanceGate } from './maintenance-gate.ts';

/** The person behind one request. */
export interface Caller {
  /** The reader's id, when its sealed cookie came with the request. */
  readerId: string | undefined;
  /** Whether a reader's cookie came that no key of the site opens any more. */
  isUnrecognised: boolean;
  /** The same, with which of the reader's devices this browser is. */
  seat: Seat | undefined;
  isAdmin: boolean;
  /** The administrator's session, while it is open. */
  sessionId: string | undefined;
  /** How the administrator came in, when that was within the last ten minutes. */
  recentEntrance: Entrance | undefined;
  /** The browser in words, as «Firefox su Windows». */
  device: string;
  /** How the site is called in this request. */
  site: SiteAddress;
  /** What a passkey of this browser was asked to sign, when its sealed cookie came along. */
  challenge: string | undefined;
  /** Asks from this very machine, without a proxy in between: the command that shows the site's state. */
  isLocal: boolean;
  /** Whether the author has signed in on this device before. */
  isKnownDevice: boolean;
  /** Gives the browser the sealed cookie of this reader from now on. */
  rememberReader(readerId: string): void;
  /** Makes this browser another reader's device from now on. */
  takeSeat(seat: Seat): void;
  /** This browser is who it was before it joined; nobody, if it was nobody. */
  leaveSeat(seat: Seat): void;
  /** @param by for the log */
  rememberAdmin(session: string, by: Entrance): void;
  forgetAdmin(): void;
  rememberChallenge(challenge: string | undefined): void;
  /** Counts one attempt. Rejects with `TOO_MANY_REQUESTS` when the allowance is used up. */
  limit(action: LimitedAction): Promise<void>;
  /**
   * Tries a password or a code. Wrong ones have a much smaller allowance: its point is taken before the attempt and given back
   * when it was right. Rejects with `TOO_MANY_REQUESTS`, and with what the attempt throws.
   */
  guess<T>(action: LimitedAction, attempt: () => T | Promise<T>): Promise<T>;
}

/** What the features together need; each declares its own part beside its functions. */
export type Services = AuthServices &
  BackupEntriesServices &
  BackupServices &
  BinServices &
  BookServices &
  BookPackageServices &
  ChatServices &
  GalleryServices &
  HealthServices &
  CardsWritingServices &
  DevicesServices &
  KeepingServices &
  MediaServices &
  MemoryCardsServices &
  ModelSettingsServices &
  MusicCodesServices &
  NumbersServices &
  ReadersServices &
  ReferenceServices &
  RehearsalServices &
  SectionsServices &
  SiteSettingsServices &
  SpoilerCheckServices &
  SummariesServices &
  UnlockCodesServices &
  UploadsServices & { maintenanceGate: MaintenanceGate };

/** What a procedure is called with: who calls, and what there is to call upon. */
export interface Context {
  caller: Caller;
  services: Services;
  /** Takes the calls of this request as they begin: who answers before they have ended must know when their cookies are set. */
  begun?: Promise<unknown>[];
}
