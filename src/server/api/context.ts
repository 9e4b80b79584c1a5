import type { Entrance } from '#shared/contracts/auth.ts';
import type { LimitedAction } from '#shared/limited-actions.ts';
import type { SessionCookies } from '#server/http/cookies.ts';
import type { SiteAddress } from '../features/auth/relying-party.ts';
import type { Seat } from '../features/readers/devices.ts';
import type { MaintenanceGate } from './maintenance-gate.ts';

/** The person behind one request. */
export interface Caller {
  /** What the browser keeps sealed. What its cookies claim, the members below have checked. */
  cookies: Pick<
    SessionCookies,
    | 'isUnrecognised'
    | 'deviceId'
    | 'challenge'
    | 'rememberReader'
    | 'forgetReader'
    | 'forgetAdmin'
    | 'rememberChallenge'
  >;
  /** The reader's id, when its sealed cookie came with the request. */
  readerId: string | undefined;
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
  /** Asks from this very machine, without a proxy in between: the command that shows the site's state. */
  isLocal: boolean;
  /** Gives the browser the sealed cookie of this reader from now on. */
  rememberReader(readerId: string): void;
  /** @param by for the log */
  rememberAdmin(session: string, by: Entrance): void;
  /** Counts one attempt. Rejects with `TOO_MANY_REQUESTS` when the allowance is used up. */
  limit(action: LimitedAction): Promise<void>;
  /**
   * Tries a password or a code. Wrong ones have a much smaller allowance: its point is taken before the attempt and given back
   * when it was right. Rejects with `TOO_MANY_REQUESTS`, and with what the attempt throws.
   */
  guess<T>(action: LimitedAction, attempt: () => T | Promise<T>): Promise<T>;
}

/** What every call has: who calls, and the gate that it passes. What it works with, its router was made with. */
export interface Context {
  caller: Caller;
  gate: Pick<MaintenanceGate, 'enter'>;
  /** Takes the calls of this request as they begin: who answers before they have ended must know when their cookies are set. */
  begun?: Promise<unknown>[];
}
